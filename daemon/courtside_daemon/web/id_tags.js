// Places the ids of a screen's elements by the rule of the judge's `set_of_marks`: none on another. Draws nothing.
// @ts-check

/** On a box of no more than this area another's tag would hide what the box shows. */
const MAX_SMALL_BOX_PIXELS = 48 * 48;
/** Share of a tag that may lie on small boxes rather than that it stands farther off. */
const MAX_HIDDEN = 0.5;
/** A tag stands at most so many of its widths and heights off. */
const REACH = 8;
/** At most so many tags stand off, else lines would cross everything; the others then cover tags where they must. */
const MAX_FAR_TAGS = 100;
/** A box beside which so many lie already counts for nothing: no place is free there. */
const MAX_NEIGHBOURS = 64;
const CELL_PX = 64;

/**
 * Where the tag of each box goes. Small boxes choose first.
 * @param {number[][]} boxes
 * @param {number[][]} sizes of their tags: width and height
 * @param {number[]} screen tags stay in it
 * @param {number[][]} taken the boxes of other words, which no tag should hide
 * @returns {number[][]} the boxes of the tags
 */
export function placeTags(boxes, sizes, screen, taken) {
  const [small, tags] = [neighbours(), neighbours()];
  for (const box of boxes) if (area(box) <= MAX_SMALL_BOX_PIXELS) small.keep(box);
  for (const box of taken) tags.keep(box);
  /** @type {number[][]} */
  const places = [];
  let far = 0;
  for (const n of boxes.map((_, at) => at).sort((a, b) => area(boxes[a]) - area(boxes[b]))) {
    /** What a place covers of tags and of other small boxes. @type {(place: number[]) => number[]} */
    const cost = (place) => [covered(place, tags), covered(place, small, boxes[n])];
    let place = cheapest(near(boxes[n], sizes[n], screen), cost);
    const [onTags, onSmall] = cost(place);
    if ((onTags || onSmall > MAX_HIDDEN * area(place)) && far < MAX_FAR_TAGS) {
      place = cheapest([place, ...farther(boxes[n], sizes[n], screen)], cost);
      far += 1;
    }
    tags.keep(place);
    places[n] = place;
  }
  return places;
}

/** By how much two boxes overlap.
 * @param {number[]} a
 * @param {number[]} b */
export const overlap = ([ax, ay, aw, ah], [bx, by, bw, bh]) =>
  Math.max(0, Math.min(ax + aw, bx + bw) - Math.max(ax, bx)) *
  Math.max(0, Math.min(ay + ah, by + bh) - Math.max(ay, by));

/** Where two boxes are nearest to each other, as the ends of a line; null where they touch.
 * @param {number[]} a
 * @param {number[]} b */
export function lineBetween([ax, ay, aw, ah], [bx, by, bw, bh]) {
  const [fromX, toX] = nearest(ax, ax + aw, bx, bx + bw);
  const [fromY, toY] = nearest(ay, ay + ah, by, by + bh);
  const isApart = Math.max(Math.abs(fromX - toX), Math.abs(fromY - toY)) > 2;
  return isApart ? [[fromX, fromY], [toX, toY]] : null;
}

/** The numbers of two extents that are nearest to each other; the middle of what they share.
 * @param {number} begin @param {number} end @param {number} otherBegin @param {number} otherEnd */
function nearest(begin, end, otherBegin, otherEnd) {
  const [from, to] = [Math.max(begin, otherBegin), Math.min(end, otherEnd)];
  if (from <= to) return [(from + to) / 2, (from + to) / 2];
  return end < otherBegin ? [end, otherBegin] : [begin, otherEnd];
}

/** Boxes by where they lie, so that each is compared with its neighbours alone. */
function neighbours() {
  /** @type {Map<string, number[][]>} */
  const cells = new Map();
  /** @param {number[]} box */
  const around = (box) => new Set(cellsOf(box).flatMap((cell) => cells.get(cell) ?? []));
  /** @param {number[]} box */
  const keep = (box) => {
    if (around(box).size >= MAX_NEIGHBOURS) return;
    for (const cell of cellsOf(box)) cells.set(cell, [...(cells.get(cell) ?? []), box]);
  };
  return { around, keep };
}

/** @param {number[]} box */
function cellsOf([x, y, w, h]) {
  const found = [];
  for (let column = Math.floor(x / CELL_PX); column * CELL_PX < x + w; column += 1)
    for (let row = Math.floor(y / CELL_PX); row * CELL_PX < y + h; row += 1) found.push(`${column},${row}`);
  return found;
}

/** How much of a place others take.
 * @param {number[]} place
 * @param {ReturnType<typeof neighbours>} others
 * @param {number[] | null} own counts for nothing */
function covered(place, others, own = null) {
  let sum = 0;
  for (const box of others.around(place)) if (box !== own) sum += overlap(place, box);
  return sum;
}

/** The first that covers nothing, else the first that covers least: of tags, then of small boxes.
 * @param {number[][]} places
 * @param {(place: number[]) => number[]} cost */
function cheapest(places, cost) {
  let [best, least] = [places[0], [Infinity, Infinity]];
  for (const place of places) {
    const [onTags, onSmall] = cost(place);
    if (onTags < least[0] || (onTags === least[0] && onSmall < least[1])) [best, least] = [place, [onTags, onSmall]];
    if (!least[0] && !least[1]) break;
  }
  return best;
}

/** Above the box, beside it, below it, then inside of it, where a field's text does not begin.
 * @param {number[]} box
 * @param {number[]} size
 * @param {number[]} screen */
function near([x, y, w, h], [width, height], [left, top, wide, high]) {
  const [right, bottom] = [x + w, y + h];
  return [
    [x, y - height],
    [right - width, y - height],
    [x - width, y],
    [right, y],
    [x, bottom],
    [right - width, bottom],
    [right - width, y],
    [x, y],
    [right - width, bottom - height],
  ].map(([atX, atY]) => [
    Math.round(Math.min(Math.max(left, atX), left + wide - width - 1)),
    Math.round(Math.min(Math.max(top, atY), top + high - height - 1)),
    width,
    height,
  ]);
}

/** Places on the screen farther from the box, the nearest first.
 * @param {number[]} box
 * @param {number[]} size
 * @param {number[]} screen */
function farther([x, y, w, h], [width, height], [left, top, wide, high]) {
  const [middleX, middleY] = [Math.round(x + (w - width) / 2), Math.round(y + (h - height) / 2)];
  const found = [];
  for (let i = -REACH; i <= REACH; i += 1)
    for (let j = -REACH; j <= REACH; j += 1) {
      const [atX, atY] = [middleX + i * (width + 2), middleY + j * (height + 2)];
      const isIn = atX >= left && atY >= top && atX + width < left + wide && atY + height < top + high;
      if (isIn) found.push({ place: [atX, atY, width, height], off: Math.hypot(atX - middleX, atY - middleY) });
    }
  return found.sort((a, b) => a.off - b.off).map(({ place }) => place);
}

/** @param {number[]} box */
const area = ([, , w, h]) => w * h;
