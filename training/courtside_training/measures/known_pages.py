"""Pages whose every word is known, drawn by Chromium. Knows no reader.

Light and dark, English, German and Chinese, from 11 pixels on: a bar with links, a form, a table, a
list, a paragraph, and buttons white on colour. The same seed makes the same page.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, NamedTuple

from courtside_bridges.web.browsers import find_browser
from courtside_store.geometry import Box

WIDTH, HEIGHT = 1280, 720
Language = Literal["english", "german", "chinese"]
LANGUAGES: tuple[Language, ...] = ("english", "german", "chinese")
WORDS: dict[Language, str] = {
    "english": (
        "account address amount archive attach billing branch cancel catalogue change checkout "
        "choose colour comment confirm country create currency customer delivery details discount "
        "download edit email export filter folder forgotten history import invoice issue language "
        "less library manage message milestone minute monthly name network next note order owner "
        "paid password pending phone preview price profile project quantity quick receipt refund "
        "reminder remove report request restore review save schedule search security settings "
        "share shipping status submit subtotal summary support template title total transfer "
        "unread update upload version visible warehouse weekly"
    ),
    "german": (
        "Änderung ändern Übersicht Größe Straße Schlüssel löschen hinzufügen Gebühr für über "
        "Bestätigung zurück Währung Menü Stück Käufer Rückgabe verfügbar Öffnungszeiten möglich "
        "prüfen später wählen Empfänger Anhänge Rechnung Lieferung Bestellung Kunde Konto abmelden "
        "Einstellungen Passwort speichern weiter schließen Betrag gültig nächste fällig Grüße"
    ),
    "chinese": (
        "设置 保存 取消 搜索 订单 用户 密码 登录 退出 下一步 上一页 提交 删除 编辑 添加 购物车 "
        "结算 地址 电话 邮箱 发票 支付 优惠 数量 价格 总计 日期 时间 状态 已完成 待处理 项目 文件 "
        "下载 上传 语言 帮助 通知 消息 评论"
    ),
}
THEMES = {
    "light": ("#ffffff", "#1f2328", "#59636e", "#0969da"),
    "grey": ("#f3f4f6", "#111827", "#4b5563", "#2563eb"),
    "dark": ("#0d1117", "#e6edf3", "#9198a1", "#1f6feb"),
    "night": ("#1e1e2e", "#cdd6f4", "#a6adc8", "#7c3aed"),
}
"""Ground, text, fainter text, button."""
FONTS = ("Liberation Sans", "DejaVu Sans", "Liberation Serif", "DejaVu Sans Mono")
MIN_FONT_PX, MAX_FONT_PX = 11, 22
"""Pixels of a letter's square."""
DRAWS_CHINESE = """() => {
  const drawn = (letter) => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    pen.font = "24px sans-serif";
    pen.fillText(letter, 2, 26);
    return pen.getImageData(0, 0, 32, 32).data.join();
  };
  return drawn("中") !== drawn("国");
}"""
"""A letter that no font has is drawn as the same empty box."""
KNOWN = """() => [...document.querySelectorAll("[data-known]")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.textContent, [x, y, width, height], parseFloat(getComputedStyle(one).fontSize)];
})"""


class KnownLine(NamedTuple):
    """A text that is written on a page."""

    text: str
    box: Box
    """In pixels."""
    letter_px: float = 0.0
    """Its font size: 17.0 is a letter's square of 17 pixels; 0: unknown."""


@dataclass(frozen=True)
class KnownPage:
    """A picture and what is written on it."""

    name: str
    image: bytes
    """PNG."""
    lines: tuple[KnownLine, ...]
    """Each text in its place; all of it is in the picture."""


def render(seeds: Sequence[int]) -> tuple[list[KnownPage], bool]:
    """A page a seed, and whether the machine has a Chinese font; without one its pages are missing.

    Raises RuntimeError where there is no Chromium.
    """
    from playwright.sync_api import sync_playwright

    browser = find_browser()
    if browser is None:
        raise RuntimeError("no Chromium found; `make test` installs one")
    pages = []
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser.path, args=browser.flags)
        page = opened.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        has_chinese = bool(page.evaluate(DRAWS_CHINESE))
        for seed in seeds:
            name, language = describe(seed)
            if language == "chinese" and not has_chinese:
                continue
            page.set_content(html(seed))
            known = page.evaluate(KNOWN)
            lines = [KnownLine(text, Box(*sides), size) for text, sides, size in known]
            pages.append(KnownPage(name, page.screenshot(), tuple(filter(_is_whole, lines))))
        opened.close()
    return pages, has_chinese


def _is_whole(line: KnownLine) -> bool:
    x, y, width, height = line.box
    return width > 0 and x >= 0 and y >= 0 and x + width <= WIDTH and y + height <= HEIGHT


def describe(seed: int) -> tuple[str, Language]:
    """The name of a seed's page and its language: any three in a row have all languages."""
    theme, language = list(THEMES)[seed // 3 % len(THEMES)], LANGUAGES[seed % 3]
    return f"{seed}-{theme}-{language}", language


def html(seed: int) -> str:
    """The page of a seed."""
    dice = random.Random(seed)
    name, language = describe(seed)
    ground, text, faint, accent = THEMES[name.split("-")[1]]
    writer = _Writer(dice, language)
    body = f"{_bar(writer, accent)}<main>{_form(writer)}{_rest(writer)}</main>"
    size = dice.randint(MIN_FONT_PX, 16)
    return f"""<!doctype html><meta charset=utf-8><style>
* {{ box-sizing: border-box; margin: 0 }}
body {{ background: {ground}; color: {text}; font: {size}px "{dice.choice(FONTS)}", sans-serif }}
main {{ display: grid; grid-template-columns: 400px 1fr; gap: 24px; padding: 20px }}
h1 {{ font-size: {MAX_FONT_PX}px; margin-bottom: 12px }} h2 {{ font-size: 17px; margin: 12px 0 }}
nav {{ display: flex; gap: 22px; padding: 12px 20px; border-bottom: 1px solid {faint} }}
small, th {{ font-size: {MIN_FONT_PX}px; color: {faint}; text-align: left; font-weight: normal }}
label {{ display: block; margin: 8px 0 3px }} table {{ border-spacing: 14px 6px }}
.field {{ border: 1px solid {faint}; border-radius: 5px; padding: 5px 8px; height: 32px }}
.button {{ display: inline-block; background: {accent}; color: #fff; border-radius: 6px;
  padding: 6px 14px; margin: 10px 8px 0 0; font-size: {dice.randint(MIN_FONT_PX, 15)}px }}
.row {{ border-bottom: 1px solid {faint}55; padding: 5px 0 }} p {{ line-height: 1.5 }}
</style>{body}"""


class _Writer:
    """Makes up texts in one language."""

    def __init__(self, dice: random.Random, language: Language) -> None:
        self.dice = dice
        self._words = WORDS[language].split()
        self._gap = "" if language == "chinese" else " "

    def text(self, least: int, most: int) -> str:
        """A few words, at times with a number among them."""
        words = self.dice.choices(self._words, k=self.dice.randint(least, most))
        words[0] = words[0][:1].upper() + words[0][1:]
        return known(self._gap.join(words))

    def value(self) -> str:
        """What stands in a table or a field."""
        dice = self.dice
        number = dice.randint(1, 9999)
        return known(
            dice.choice(
                (
                    f"${number / 10:.2f}",
                    f"2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}",
                    f"#{number}",
                    f"{dice.choice(('ada', 'otto', 'mia'))}{number}@example.org",
                    f"{number % 100} %",
                    f"INV-{number:04}",
                )
            )
        )


def known(text: str) -> str:
    """Markup of a text that counts."""
    return f"<span data-known>{escape(text)}</span>"


def _bar(writer: _Writer, accent: str) -> str:
    links = "".join(f'<a style="color:{accent}">{writer.text(1, 2)}</a>' for _ in range(6))
    return f"<nav><b>{writer.text(1, 1)}</b>{links}</nav>"


def _form(writer: _Writer) -> str:
    fields = "".join(
        f"<label>{writer.text(1, 3)}</label><div class=field>{writer.value()}</div>"
        for _ in range(5)
    )
    buttons = "".join(f"<span class=button>{writer.text(1, 2)}</span>" for _ in range(3))
    return f"<section><h1>{writer.text(2, 4)}</h1>{fields}{buttons}</section>"


def _rest(writer: _Writer) -> str:
    lines = "".join(f"<p>{writer.text(6, 9)}</p>" for _ in range(2))
    head = "".join(f"<th>{writer.text(1, 1)}</th>" for _ in range(4))
    rows = "".join(
        f"<tr><td>{writer.text(1, 2)}</td>"
        + "".join(f"<td>{writer.value()}</td>" for _ in range(3))
        + "</tr>"
        for _ in range(6)
    )
    items = "".join(
        f"<div class=row>{writer.text(2, 4)} <small>{writer.text(1, 3)}</small></div>"
        for _ in range(5)
    )
    table = f"<table><tr>{head}</tr>{rows}</table>"
    return f"<section>{lines}{table}<h2>{writer.text(2, 3)}</h2>{items}</section>"
