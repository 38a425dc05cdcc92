"""The ways in which a page is looked at: size, scale, colours, font, words. Knows no browser."""

from __future__ import annotations

import random

from courtside_store.records import Record

WORDS = {
    "en": "Settings Save Search New order Customer Invoice Overview Sign in Help Total Delete",
    "de": "Einstellungen Speichern Übersicht Löschen Größe Benutzer Schließen Straße Rechnung Über",
    "fr": "Paramètres Enregistrer Aperçu Supprimer Précédent Déconnexion Créer Télécharger",
    "ru": "Настройки Сохранить Поиск Удалить Заказ Клиент Помощь Отчёт Войти Назад",
    "el": "Ρυθμίσεις Αποθήκευση Αναζήτηση Διαγραφή Πελάτης Βοήθεια Σύνδεση",
    "ar": "الإعدادات حفظ بحث طلب جديد العميل نظرة عامة تسجيل الدخول مساعدة حذف",
}
FONTS = ("", "", "", "Liberation Serif", "DejaVu Sans", "Liberation Sans Narrow", "DejaVu Serif")
DESKTOPS = ((1280, 720), (1024, 768), (1366, 768), (1440, 900), (1920, 1080), (896, 714))
PHONES = ((390, 844), (360, 640), (412, 732), (320, 568), (600, 960))
LOOKS = 3
"""Each page is looked at so often, every time that it is opened."""


class View(Record, frozen=True, kw_only=True):
    """One look at a page."""

    width: int
    height: int
    """In units of the page."""
    dark: bool = False
    zoom: float = 1.0
    font: str = ""
    """Empty: the page's own."""
    words: str = ""
    """Of the texts that replace the page's own; empty: they stay."""
    down: float = 0.0
    """How far it is scrolled, as a share of the page."""


class Visit(Record, frozen=True, kw_only=True):
    """One opening of a page, on a device that stays the same."""

    scale: float
    """Pixels of the screenshot for one of the page."""
    mobile: bool
    views: tuple[View, ...]
    """The first is the page as it is."""


def visit(page: str, number: int, phone: bool = False) -> Visit:
    """Of a page, always the same one. `phone`: the page was made for phones."""
    chance = random.Random(f"{page} {number}")
    mobile = chance.random() < (0.85 if phone else 0.2)
    sizes = PHONES if mobile else DESKTOPS
    width, height = chance.choice(sizes)
    others = (_dressed(chance, sizes) for _ in range(LOOKS - 1))
    return Visit(
        scale=chance.choice((1.5, 1.75, 2.0) if mobile else (1.0, 1.0, 1.0, 1.25)),
        mobile=mobile,
        views=(View(width=width, height=height), *others),
    )


def _dressed(chance: random.Random, sizes: tuple[tuple[int, int], ...]) -> View:
    width, height = chance.choice(sizes)
    return View(
        width=width,
        height=height,
        dark=chance.random() < 0.35,
        zoom=1.0 if chance.random() < 0.5 else chance.choice((0.8, 0.9, 1.1, 1.25, 1.5)),
        font=chance.choice(FONTS),
        words=WORDS[chance.choice(sorted(WORDS))] if chance.random() < 0.4 else "",
        down=chance.random() if chance.random() < 0.7 else 0.0,
    )
