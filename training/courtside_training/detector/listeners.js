// Marks what listens to presses, before the page's own scripts run.
{
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    if (['click', 'mousedown', 'pointerdown'].includes(kind) && this instanceof HTMLElement) this.__listens = true;
    return add.call(this, kind, ...rest);
  };
}
