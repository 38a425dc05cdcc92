// Shows a page as a view wants it: dark, with another font, zoomed, in other words, and at rest.
([dark, font, words, zoom]) => {
  const style = document.getElementById('dress') || document.createElement('style');
  style.id = 'dress';
  const rules = [
    "*, *::before, *::after { transition: none !important; animation: none !important; " +
      "caret-color: transparent !important }",
  ];
  if (font)
    rules.push(
      `body, button, input, select, textarea, p, a, li, td, th, label, h1, h2, h3, h4 { font-family: "${font}" }`,
    );
  if (dark) rules.push('html { filter: invert(1) hue-rotate(180deg); background: #fff }');
  if (zoom !== 1) rules.push(`html { zoom: ${zoom} }`);
  style.textContent = rules.join('\n');
  document.documentElement.append(style);
  if (!words) return;
  const list = words.split(' ');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.data.trim().length;
    if (!length || ['SCRIPT', 'STYLE', 'I'].includes(node.parentNode.nodeName)) continue;
    let text = '';
    while (text.length < length) text += (text ? ' ' : '') + list[at++ % list.length];
    node.data = text;
  }
}
