-- Makes the data up: `CALL wwi.live(N)` lets one day with N orders pass, always the same for the same calls.

-- A number below n that looks as if it were drawn, the same each time.
CREATE FUNCTION wwi.drawn(of bigint, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
    $$SELECT ((of * 7919 + (of % 89) * 104729 + 13) % n)::int$$;

-- What there is before the first day.
INSERT INTO wwi.country
SELECT i, 'Country ' || i, CASE i % 2 WHEN 0 THEN 'Europe' ELSE 'Americas' END, 'Region ' || i % 3, 'Part ' || i,
    '2013-01-01' FROM generate_series(1, 4) AS i;
INSERT INTO wwi.state_province
SELECT i, 'State ' || i, 1 + i % 4, 'Territory ' || i % 5, '2013-01-01' FROM generate_series(1, 12) AS i;
INSERT INTO wwi.city
SELECT i, CASE i WHEN 7 THEN 'Saint-Jean-d’Août; "O''Fallon"' ELSE 'City ' || i END, 1 + i % 12,
    format('POINT (%s %s)', i - 60, i / 2.0), nullif(i % 9, 0) * 1000, '2013-01-01' FROM generate_series(1, 120) AS i;
INSERT INTO wwi.customer_category
SELECT i, 'Category ' || i, '2013-01-01' FROM generate_series(1, 5) AS i;
INSERT INTO wwi.customer
SELECT i, 'Customer ' || i, 1 + (i - 1) / 10 * 10, 1 + i % 5, 'Group ' || i % 3, 'Contact ' || i,
    lpad((i * 37)::text, 5, '0'), 1 + wwi.drawn(i, 120), '2013-01-01' FROM generate_series(1, 80) AS i;
INSERT INTO wwi.employee
SELECT i, 'Employee ' || i, 'E' || i, i % 2 = 0, CASE WHEN i % 3 = 0 THEN decode(md5(i::text), 'hex') END,
    '2013-01-01'
FROM generate_series(1, 16) AS i;
INSERT INTO wwi.payment_method
SELECT i, (ARRAY['Cash', 'Check', 'Credit-Card', 'EFT'])[i], '2013-01-01' FROM generate_series(1, 4) AS i;
INSERT INTO wwi.transaction_type
SELECT i, (ARRAY['Customer Invoice', 'Customer Payment', 'Supplier Invoice', 'Stock Issue', 'Stock Receipt'])[i],
    '2013-01-01' FROM generate_series(1, 5) AS i;
INSERT INTO wwi.supplier
SELECT i, 'Supplier ' || i, 'Category ' || i % 3, 'Contact ' || i, CASE WHEN i % 4 > 0 THEN 'REF' || i END,
    7 * (i % 3),
    lpad((i * 91)::text, 5, '0'), '2013-01-01' FROM generate_series(1, 12) AS i;
INSERT INTO wwi.stock_item
SELECT i, 'Item ' || i, (ARRAY['Blue', 'Red', NULL])[1 + i % 3], 'Each', 'Carton',
    CASE WHEN i % 4 = 0 THEN 'Northwind' END, CASE WHEN i % 5 = 0 THEN 'L' END, 1 + i % 20, 1 + i % 12, i % 7 = 0,
    CASE WHEN i % 2 = 0 THEN '87915' || i END,
    CASE WHEN i % 7 = 0 THEN 10 ELSE 15 END, 1 + i * 1.25, 2 + i * 1.9, 0.05 * i, NULL, '2013-01-01'
FROM generate_series(1, 60) AS i;
INSERT INTO wwi.stock_item_holding
SELECT i, 500 + i, 'L-' || i % 9, 500, 0.75 + i, 100, 600 FROM generate_series(1, 60) AS i;

CREATE PROCEDURE wwi.live(orders int) LANGUAGE plpgsql AS $$
DECLARE
    began timestamp := wwi.utc_now();
    day int := began::date - date '2015-12-30';
    step interval := interval '1 day' / orders;
    first int := 1 + coalesce((SELECT max(order_id) FROM wwi.sales_order), 0);
    noon timestamp := began + interval '12 hours';
BEGIN
    -- Other versions: twice in a day, by way of what they refer to, at one moment, and new ones.
    INSERT INTO wwi.country SELECT 1 + day % 4, 'Country ' || 1 + day % 4, 'Europe', 'Region ' || day,
        'Part ' || day, noon;
    INSERT INTO wwi.state_province SELECT s, 'State ' || s, 1 + s % 4, 'Territory ' || day, t
        FROM (VALUES (1 + day % 12, noon), (1 + (day + 5) % 12, began + interval '15 hours')) AS v (s, t);
    INSERT INTO wwi.city SELECT c, 'City ' || c, 1 + c % 12, format('POINT (%s %s)', c - 60, c / 2.0),
        1000 * day + c, t
        FROM (VALUES (day, noon), (day + 40, noon), (day, noon + interval '1 hour'), (120 + day, noon)) AS v (c, t);
    INSERT INTO wwi.customer_category SELECT 1 + day % 5, 'Category ' || 1 + day % 5 || ' of ' || day, noon;
    INSERT INTO wwi.customer SELECT c, 'Customer ' || c, 1 + (day % 8) * 10, 1 + c % 5, 'Group ' || day,
        'Contact ' || c || '.' || day,
            lpad((c * 37)::text, 5, '0'), 1 + wwi.drawn(c, 120), t
        FROM (VALUES (day, began + interval '9 hours'), (80 + day, noon),
            (day, began + interval '20 hours')) AS v (c, t);
    INSERT INTO wwi.employee SELECT 1 + day % 16, 'Employee ' || 1 + day % 16, 'day ' || day, day % 2 = 0,
        decode(md5(day::text), 'hex'), noon;
    IF day = 2 THEN
        INSERT INTO wwi.payment_method VALUES (5, 'Voucher', noon);
        INSERT INTO wwi.transaction_type VALUES (6, 'Stock Count', noon);
    END IF;
    INSERT INTO wwi.supplier SELECT 1 + day % 12, 'Supplier ' || 1 + day % 12, 'Category ' || day % 3,
        'Contact of ' || day, NULL, day, '00000', noon;
    INSERT INTO wwi.stock_item
        SELECT s.stock_item_id, s.stock_item, s.color, s.selling_package, s.buying_package, s.brand, s.size,
            s.lead_time_days, s.quantity_per_outer, s.is_chiller_stock, s.barcode, s.tax_rate, s.unit_price + day,
            s.recommended_retail_price, s.typical_weight_per_unit, decode(md5(day::text), 'hex'), noon
        FROM wwi.stock_item AS s WHERE s.stock_item_id % 10 = day % 10 AND s.valid_from = '2013-01-01';

    -- Orders, of which the last ones of a day lie behind the cutoff of its night.
    INSERT INTO wwi.sales_order
        SELECT i, 1 + wwi.drawn(i, 80), 2 * (1 + wwi.drawn(i, 8)), NULL, CASE WHEN i % 11 = 0 THEN i - 3 END,
            began::date, NULL, began + (i - first + 1) * step
        FROM generate_series(first, first + orders - 1) AS i;
    INSERT INTO wwi.sales_order_line (order_id, stock_item_id, description, package, quantity, unit_price,
        tax_rate, last_edited)
        SELECT o.order_id, x.item, 'Item ' || x.item, 'Each', 1 + wwi.drawn(o.order_id + l, 9), 1 + x.item * 1.25,
            CASE WHEN x.item % 7 = 0 THEN 10 ELSE 15 END, o.last_edited
        FROM wwi.sales_order AS o CROSS JOIN generate_series(1, 3) AS l
        CROSS JOIN LATERAL (SELECT 1 + wwi.drawn(o.order_id * 3 + l, 60) AS item) AS x
        WHERE o.order_id >= first AND l <= 1 + o.order_id % 3;

    -- Some of the day before are picked, and some lines of theirs changed; what was invoiced is delivered.
    UPDATE wwi.sales_order SET picker_id = 1 + order_id % 16, picked_when = noon, last_edited = noon
        WHERE order_id < first AND order_id >= first - orders AND order_id % 3 = 0;
    UPDATE wwi.sales_order_line SET quantity = quantity + 1, last_edited = noon
        WHERE order_id < first AND order_id >= first - orders AND order_id % 5 = 0;
    UPDATE wwi.invoice SET delivered = began::date, last_edited = noon
        WHERE delivered IS NULL AND invoice_date < began::date AND invoice_id % 2 = 0;

    INSERT INTO wwi.invoice
        SELECT o.order_id, o.order_id, o.customer_id, 1 + (o.customer_id - 1) / 10 * 10, o.salesperson_id,
            o.order_date, NULL, o.last_edited + interval '1 second'
        FROM wwi.sales_order AS o WHERE o.order_id >= first AND o.order_id % 4 > 0;
    INSERT INTO wwi.stock_item_transaction (stock_item_id, transaction_type_id, customer_id, invoice_id, occurred,
        quantity, last_edited)
        SELECT l.stock_item_id, 4, n.customer_id, n.invoice_id, n.last_edited, -l.quantity, n.last_edited
        FROM wwi.invoice AS n JOIN wwi.sales_order_line AS l USING (order_id) WHERE n.invoice_id >= first
        ORDER BY l.order_line_id;
    INSERT INTO wwi.account_transaction (customer_id, transaction_type_id, invoice_id, payment_method_id,
        transaction_date, amount_excluding_tax, tax_amount, outstanding_balance, is_finalized, last_edited)
        SELECT n.bill_to_customer_id, 1, n.invoice_id,
            CASE WHEN n.invoice_id % 2 = 0 THEN 1 + n.invoice_id % 4 END, n.invoice_date,
            sum(round(l.quantity * l.unit_price, 2)), sum(round(l.quantity * l.unit_price * l.tax_rate / 100, 2)),
            0, true, n.last_edited
        FROM wwi.invoice AS n JOIN wwi.sales_order_line AS l USING (order_id) WHERE n.invoice_id >= first
        GROUP BY n.invoice_id ORDER BY n.invoice_id;

    -- Purchases, received on the day behind.
    UPDATE wwi.purchase_order_line SET received_outers = ordered_outers, is_finalized = true, last_edited = noon
        WHERE NOT is_finalized;
    INSERT INTO wwi.purchase_order SELECT day * 10 + i, 1 + (day + i) % 12, began::date, noon
        FROM generate_series(1, 3) AS i;
    INSERT INTO wwi.purchase_order_line
        SELECT p.purchase_order_id, 1 + wwi.drawn(p.purchase_order_id + l * 20, 60), 5 + l, 0, 'Carton', false,
            p.last_edited
        FROM wwi.purchase_order AS p CROSS JOIN generate_series(1, 2) AS l WHERE p.purchase_order_id > day * 10
        ON CONFLICT DO NOTHING;
    INSERT INTO wwi.stock_item_transaction (stock_item_id, transaction_type_id, supplier_id, purchase_order_id,
        occurred, quantity, last_edited)
        SELECT l.stock_item_id, 5, p.supplier_id, p.purchase_order_id, noon, l.received_outers, noon
        FROM wwi.purchase_order AS p JOIN wwi.purchase_order_line AS l USING (purchase_order_id)
        WHERE l.is_finalized AND l.last_edited = noon ORDER BY 4, 1;
    INSERT INTO wwi.account_transaction (supplier_id, transaction_type_id, purchase_order_id,
        supplier_invoice_number, payment_method_id, transaction_date, amount_excluding_tax, tax_amount,
        outstanding_balance, is_finalized, last_edited)
        SELECT p.supplier_id, 3, p.purchase_order_id, 'S' || p.purchase_order_id, 4, began::date,
            100 + p.purchase_order_id, 15, 5, false, noon
        FROM wwi.purchase_order AS p WHERE p.purchase_order_id > day * 10 ORDER BY 3;

    UPDATE wwi.stock_item_holding AS h SET quantity_on_hand = h.quantity_on_hand + x.quantity
        FROM (SELECT t.stock_item_id, sum(t.quantity)::int AS quantity FROM wwi.stock_item_transaction AS t
            WHERE t.last_edited > began GROUP BY 1) AS x
        WHERE x.stock_item_id = h.stock_item_id;
    UPDATE wwi.clock SET utc_now = began + interval '1 day';
END $$;
