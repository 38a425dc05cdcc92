"""What counts in the shop's database: what people own, wrote and ordered, what the shop says."""

from __future__ import annotations

from .shop.catalogue import ORDERS, products

_OLD_ORDERS = ", ".join(f"'{ordered.number}'" for ordered in ORDERS)
_OLD_PRODUCTS = len(products())
_OLD_REVIEWS = sum(len(product.reviews) for product in products())
_COLUMNS = {
    "auth_user": ("account", ("first_name", "last_name", "email", "is_active", "is_staff")),
    "catalogue_product": ("product", ("title", "upc", "is_public", "is_discountable", "slug")),
    "catalogue_category": ("category", ("name", "is_public")),
}
_ADDRESS = (
    "a.first_name || ' ' || a.last_name || ', ' || line1 || ', ' || line4 || ', ' || postcode"
)
QUERIES = (
    *(
        f"select '{name}', id, '{column}', {column} from {table}"
        for table, (name, columns) in _COLUMNS.items()
        for column in columns
    ),
    "select 'basket', email, p.title, sum(l.quantity) from basket_line l"
    " join basket_basket b on b.id = basket_id join auth_user u on u.id = owner_id"
    " join catalogue_product p on p.id = product_id where b.status = 'Open' group by 2, 3",
    "select 'wish', wishlist_id, p.title, l.quantity from wishlists_line l"
    " join catalogue_product p on p.id = product_id",
    "select 'wish list', id, name from wishlists_wishlist",
    "select 'address', a.id, email, " + _ADDRESS + " from address_useraddress a"
    " join auth_user u on u.id = user_id where a.id <= 4",
    "select 'new address', email, " + _ADDRESS + ", country_id from address_useraddress a"
    " join auth_user u on u.id = user_id where a.id > 4",
    f"select 'review', id, 'status', status from reviews_productreview where id <= {_OLD_REVIEWS}",
    f"select 'review', id, 'score', score from reviews_productreview where id <= {_OLD_REVIEWS}",
    "select 'new review', p.title, r.title, r.body, score from reviews_productreview r"
    f" join catalogue_product p on p.id = product_id where r.id > {_OLD_REVIEWS}",
    "select 'vote', review_id, user_id, delta from reviews_vote",
    f"select 'order', number, 'status', status from order_order where number in ({_OLD_ORDERS})",
    "select 'order note', number, message, note_type from order_ordernote"
    " join order_order o on o.id = order_id where note_type != 'System'",
    "select 'new order', (select group_concat(quantity || ' ' || title, ', ') from order_line l"
    " where l.order_id = o.id), (select line1 from order_shippingaddress a"
    " where a.id = shipping_address_id), shipping_code from order_order o"
    f" where number not in ({_OLD_ORDERS})",
    "select 'stock', product_id, 'price', printf('%.2f', price) from partner_stockrecord",
    "select 'stock', product_id, 'number', num_in_stock from partner_stockrecord",
    "select 'stock', product_id, 'threshold', low_stock_threshold from partner_stockrecord",
    "select 'shelf', product_id, category_id, 1 from catalogue_productcategory",
    "select 'attribute', product_id, code, value_text from catalogue_productattributevalue v"
    " join catalogue_productattribute a on a.id = attribute_id",
    f"select 'new product', title from catalogue_product where id > {_OLD_PRODUCTS}",
    "select 'range', name, is_public from offer_range",
    "select 'page', url, title from django_flatpage",
    "select 'partner', p.id, p.name from partner_partner p",
    "select 'partner user', partner_id, user_id, 1 from partner_partner_users",
)
LASTING = frozenset(
    {"new order", "new review", "vote", "order", "order note", "new product", "new address"}
)
