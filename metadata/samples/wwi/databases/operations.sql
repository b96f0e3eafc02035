-- The database that the nights read: tables of made-up data, and the functions of which each gives what has changed of
-- one of them between two moments. Written for this sample; names and steps follow Microsoft's WideWorldImporters.
CREATE SCHEMA wwi;
CREATE SCHEMA IF NOT EXISTS integration;

-- The time of the made-up world, so that its days can be run one behind another; a real one says now() here.
CREATE TABLE wwi.clock (utc_now timestamp NOT NULL);
INSERT INTO wwi.clock VALUES ('2015-12-31 00:00');

CREATE FUNCTION wwi.utc_now() RETURNS timestamp LANGUAGE sql STABLE AS 'SELECT utc_now FROM wwi.clock';

-- Each change of these is a row, as a system-versioned table keeps them: at a moment that one holds which is the newest
-- of those that are not behind it.
CREATE TABLE wwi.country (
    country_id int, country varchar(60) NOT NULL, continent varchar(30) NOT NULL, region varchar(30) NOT NULL,
    subregion varchar(30) NOT NULL, valid_from timestamp, PRIMARY KEY (country_id, valid_from));
CREATE TABLE wwi.state_province (
    state_province_id int, state_province varchar(50) NOT NULL, country_id int NOT NULL,
    sales_territory varchar(50) NOT NULL, valid_from timestamp, PRIMARY KEY (state_province_id, valid_from));
CREATE TABLE wwi.city (
    city_id int, city varchar(50) NOT NULL, state_province_id int NOT NULL, location varchar(60),
    latest_recorded_population bigint, valid_from timestamp, PRIMARY KEY (city_id, valid_from));
CREATE TABLE wwi.customer_category (
    category_id int, category varchar(50) NOT NULL, valid_from timestamp, PRIMARY KEY (category_id, valid_from));
CREATE TABLE wwi.customer (
    customer_id int, customer varchar(100) NOT NULL, bill_to_customer_id int NOT NULL, category_id int NOT NULL,
    buying_group varchar(50) NOT NULL, primary_contact varchar(50) NOT NULL, postal_code varchar(10) NOT NULL,
    city_id int NOT NULL, valid_from timestamp, PRIMARY KEY (customer_id, valid_from));
CREATE TABLE wwi.employee (
    employee_id int, employee varchar(50) NOT NULL, preferred_name varchar(50) NOT NULL,
    is_salesperson boolean NOT NULL, photo bytea, valid_from timestamp, PRIMARY KEY (employee_id, valid_from));
CREATE TABLE wwi.payment_method (
    payment_method_id int, payment_method varchar(50) NOT NULL, valid_from timestamp,
    PRIMARY KEY (payment_method_id, valid_from));
CREATE TABLE wwi.transaction_type (
    transaction_type_id int, transaction_type varchar(50) NOT NULL, valid_from timestamp,
    PRIMARY KEY (transaction_type_id, valid_from));
CREATE TABLE wwi.supplier (
    supplier_id int, supplier varchar(100) NOT NULL, category varchar(50) NOT NULL,
    primary_contact varchar(50) NOT NULL, supplier_reference varchar(20), payment_days int NOT NULL,
    postal_code varchar(10) NOT NULL, valid_from timestamp, PRIMARY KEY (supplier_id, valid_from));
CREATE TABLE wwi.stock_item (
    stock_item_id int, stock_item varchar(100) NOT NULL, color varchar(20), selling_package varchar(50) NOT NULL,
    buying_package varchar(50) NOT NULL, brand varchar(50), size varchar(20), lead_time_days int NOT NULL,
    quantity_per_outer int NOT NULL, is_chiller_stock boolean NOT NULL, barcode varchar(50),
    tax_rate decimal(18,3) NOT NULL, unit_price decimal(18,2) NOT NULL, recommended_retail_price decimal(18,2),
    typical_weight_per_unit decimal(18,3) NOT NULL, photo bytea, valid_from timestamp,
    PRIMARY KEY (stock_item_id, valid_from));

-- What happens, with the moment of its last change.
CREATE TABLE wwi.sales_order (
    order_id int PRIMARY KEY, customer_id int NOT NULL, salesperson_id int NOT NULL, picker_id int,
    backorder_id int, order_date date NOT NULL, picked_when timestamp, last_edited timestamp NOT NULL);
CREATE TABLE wwi.sales_order_line (
    order_line_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id int NOT NULL REFERENCES wwi.sales_order,
    stock_item_id int NOT NULL, description varchar(100) NOT NULL, package varchar(50) NOT NULL, quantity int NOT NULL,
    unit_price decimal(18,2) NOT NULL, tax_rate decimal(18,3) NOT NULL, last_edited timestamp NOT NULL);
CREATE TABLE wwi.invoice (
    invoice_id int PRIMARY KEY, order_id int NOT NULL REFERENCES wwi.sales_order, customer_id int NOT NULL,
    bill_to_customer_id int NOT NULL, salesperson_id int NOT NULL, invoice_date date NOT NULL, delivered date,
    last_edited timestamp NOT NULL);
CREATE TABLE wwi.purchase_order (
    purchase_order_id int PRIMARY KEY, supplier_id int NOT NULL, order_date date NOT NULL,
    last_edited timestamp NOT NULL);
CREATE TABLE wwi.purchase_order_line (
    purchase_order_id int REFERENCES wwi.purchase_order, stock_item_id int, ordered_outers int NOT NULL,
    received_outers int NOT NULL, package varchar(50) NOT NULL, is_finalized boolean NOT NULL,
    last_edited timestamp NOT NULL, PRIMARY KEY (purchase_order_id, stock_item_id));
CREATE TABLE wwi.stock_item_transaction (
    stock_item_transaction_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stock_item_id int NOT NULL,
    transaction_type_id int NOT NULL, customer_id int, invoice_id int, supplier_id int, purchase_order_id int,
    occurred timestamp NOT NULL, quantity int NOT NULL, last_edited timestamp NOT NULL);
CREATE TABLE wwi.account_transaction (
    account_transaction_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id int, supplier_id int,
    transaction_type_id int NOT NULL, invoice_id int, purchase_order_id int, supplier_invoice_number varchar(20),
    payment_method_id int, transaction_date date NOT NULL, amount_excluding_tax decimal(18,2) NOT NULL,
    tax_amount decimal(18,2) NOT NULL, outstanding_balance decimal(18,2) NOT NULL, is_finalized boolean NOT NULL,
    last_edited timestamp NOT NULL, CHECK ((customer_id IS NULL) <> (supplier_id IS NULL)));
CREATE TABLE wwi.stock_item_holding (
    stock_item_id int PRIMARY KEY, quantity_on_hand int NOT NULL, bin_location varchar(20) NOT NULL,
    last_stocktake_quantity int NOT NULL, last_cost_price decimal(18,2) NOT NULL, reorder_level int NOT NULL,
    target_stock_level int NOT NULL);

-- What changed of versioned tables: each version that began in the time, until the next one of it or the end of time.
CREATE FUNCTION integration.end_of_time() RETURNS timestamp LANGUAGE sql IMMUTABLE AS
    $$SELECT timestamp '9999-12-31 23:59:59.999999'$$;

-- A city is another one when its state or country is, too.
CREATE FUNCTION integration.get_city_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_city_id int, city varchar(50), state_province varchar(50), country varchar(60), continent varchar(30),
    sales_territory varchar(50), region varchar(30), subregion varchar(30), location varchar(60),
    latest_recorded_population bigint, valid_from timestamp, valid_to timestamp)
LANGUAGE sql STABLE AS $$
    WITH changed AS (
        SELECT c.city_id, c.valid_from AS at FROM wwi.city AS c
        UNION SELECT c.city_id, s.valid_from FROM wwi.state_province AS s JOIN wwi.city AS c USING (state_province_id)
        UNION SELECT c.city_id, o.valid_from FROM wwi.country AS o
            JOIN wwi.state_province AS s USING (country_id) JOIN wwi.city AS c USING (state_province_id)),
    version AS (SELECT c.city_id, c.at FROM changed AS c WHERE c.at > last_cutoff AND c.at <= new_cutoff)
    SELECT c.city_id, c.city, s.state_province, o.country, o.continent, s.sales_territory, o.region, o.subregion,
        c.location, coalesce(c.latest_recorded_population, 0), v.at,
        lead(v.at, 1, integration.end_of_time()) OVER (PARTITION BY v.city_id ORDER BY v.at)
    FROM version AS v
    CROSS JOIN LATERAL (SELECT * FROM wwi.city AS x WHERE x.city_id = v.city_id AND x.valid_from <= v.at
        ORDER BY x.valid_from DESC LIMIT 1) AS c
    CROSS JOIN LATERAL (SELECT * FROM wwi.state_province AS x WHERE x.state_province_id = c.state_province_id
        AND x.valid_from <= v.at ORDER BY x.valid_from DESC LIMIT 1) AS s
    CROSS JOIN LATERAL (SELECT * FROM wwi.country AS x WHERE x.country_id = s.country_id AND x.valid_from <= v.at
        ORDER BY x.valid_from DESC LIMIT 1) AS o
    ORDER BY 1, 11
$$;

CREATE FUNCTION integration.get_customer_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_customer_id int, customer varchar(100), bill_to_customer varchar(100), category varchar(50),
    buying_group varchar(50), primary_contact varchar(50), postal_code varchar(10), valid_from timestamp,
    valid_to timestamp)
LANGUAGE sql STABLE AS $$
    WITH changed AS (
        SELECT c.customer_id, c.valid_from AS at FROM wwi.customer AS c
        UNION SELECT c.customer_id, g.valid_from FROM wwi.customer_category AS g JOIN wwi.customer AS c
            ON c.category_id = g.category_id AND c.valid_from <= g.valid_from),
    version AS (SELECT c.customer_id, c.at FROM changed AS c WHERE c.at > last_cutoff AND c.at <= new_cutoff)
    SELECT c.customer_id, c.customer, b.customer, g.category, c.buying_group, c.primary_contact, c.postal_code, v.at,
        lead(v.at, 1, integration.end_of_time()) OVER (PARTITION BY v.customer_id ORDER BY v.at)
    FROM version AS v
    CROSS JOIN LATERAL (SELECT * FROM wwi.customer AS x WHERE x.customer_id = v.customer_id AND x.valid_from <= v.at
        ORDER BY x.valid_from DESC LIMIT 1) AS c
    CROSS JOIN LATERAL (SELECT * FROM wwi.customer AS x WHERE x.customer_id = c.bill_to_customer_id
        AND x.valid_from <= v.at ORDER BY x.valid_from DESC LIMIT 1) AS b
    CROSS JOIN LATERAL (SELECT * FROM wwi.customer_category AS x WHERE x.category_id = c.category_id
        AND x.valid_from <= v.at ORDER BY x.valid_from DESC LIMIT 1) AS g
    ORDER BY 1, 8
$$;

CREATE FUNCTION integration.get_employee_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_employee_id int, employee varchar(50), preferred_name varchar(50), is_salesperson boolean, photo bytea,
    valid_from timestamp, valid_to timestamp)
LANGUAGE sql STABLE AS $$
    SELECT v.employee_id, v.employee, v.preferred_name, v.is_salesperson, v.photo, v.valid_from,
        lead(v.valid_from, 1, integration.end_of_time()) OVER (PARTITION BY v.employee_id ORDER BY v.valid_from)
    FROM wwi.employee AS v WHERE v.valid_from > last_cutoff AND v.valid_from <= new_cutoff ORDER BY 1, 6
$$;

CREATE FUNCTION integration.get_payment_method_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_payment_method_id int, payment_method varchar(50), valid_from timestamp, valid_to timestamp)
LANGUAGE sql STABLE AS $$
    SELECT v.payment_method_id, v.payment_method, v.valid_from,
        lead(v.valid_from, 1, integration.end_of_time()) OVER (PARTITION BY v.payment_method_id ORDER BY v.valid_from)
    FROM wwi.payment_method AS v WHERE v.valid_from > last_cutoff AND v.valid_from <= new_cutoff ORDER BY 1, 3
$$;

CREATE FUNCTION integration.get_transaction_type_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_transaction_type_id int, transaction_type varchar(50), valid_from timestamp, valid_to timestamp)
LANGUAGE sql STABLE AS $$
    SELECT v.transaction_type_id, v.transaction_type, v.valid_from,
        lead(v.valid_from, 1, integration.end_of_time()) OVER (PARTITION BY v.transaction_type_id ORDER BY v.valid_from)
    FROM wwi.transaction_type AS v WHERE v.valid_from > last_cutoff AND v.valid_from <= new_cutoff ORDER BY 1, 3
$$;

CREATE FUNCTION integration.get_supplier_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_supplier_id int, supplier varchar(100), category varchar(50), primary_contact varchar(50),
    supplier_reference varchar(20), payment_days int, postal_code varchar(10), valid_from timestamp, valid_to timestamp)
LANGUAGE sql STABLE AS $$
    SELECT v.supplier_id, v.supplier, v.category, v.primary_contact, v.supplier_reference, v.payment_days,
        v.postal_code, v.valid_from,
        lead(v.valid_from, 1, integration.end_of_time()) OVER (PARTITION BY v.supplier_id ORDER BY v.valid_from)
    FROM wwi.supplier AS v WHERE v.valid_from > last_cutoff AND v.valid_from <= new_cutoff ORDER BY 1, 8
$$;

CREATE FUNCTION integration.get_stock_item_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    wwi_stock_item_id int, stock_item varchar(100), color varchar(20), selling_package varchar(50),
    buying_package varchar(50), brand varchar(50), size varchar(20), lead_time_days int, quantity_per_outer int,
    is_chiller_stock boolean, barcode varchar(50), tax_rate decimal(18,3), unit_price decimal(18,2),
    recommended_retail_price decimal(18,2), typical_weight_per_unit decimal(18,3), photo bytea, valid_from timestamp,
    valid_to timestamp)
LANGUAGE sql STABLE AS $$
    SELECT v.stock_item_id, v.stock_item, v.color, v.selling_package, v.buying_package, v.brand, v.size,
        v.lead_time_days, v.quantity_per_outer, v.is_chiller_stock, v.barcode, v.tax_rate, v.unit_price,
        v.recommended_retail_price, v.typical_weight_per_unit, v.photo, v.valid_from,
        lead(v.valid_from, 1, integration.end_of_time()) OVER (PARTITION BY v.stock_item_id ORDER BY v.valid_from)
    FROM wwi.stock_item AS v WHERE v.valid_from > last_cutoff AND v.valid_from <= new_cutoff ORDER BY 1, 17
$$;

-- What happened: all of an order, an invoice or a purchase of which something has changed.
CREATE FUNCTION integration.get_movement_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    date_key date, wwi_stock_item_transaction_id int, wwi_invoice_id int, wwi_purchase_order_id int, quantity int,
    wwi_stock_item_id int, wwi_customer_id int, wwi_supplier_id int, wwi_transaction_type_id int,
    last_modified_when timestamp)
LANGUAGE sql STABLE AS $$
    SELECT t.occurred::date, t.stock_item_transaction_id, t.invoice_id, t.purchase_order_id, t.quantity,
        t.stock_item_id, t.customer_id, t.supplier_id, t.transaction_type_id, t.last_edited
    FROM wwi.stock_item_transaction AS t WHERE t.last_edited > last_cutoff AND t.last_edited <= new_cutoff ORDER BY 2
$$;

CREATE FUNCTION integration.get_order_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    order_date_key date, picked_date_key date, wwi_order_id int, wwi_backorder_id int, description varchar(100),
    package varchar(50), quantity int, unit_price decimal(18,2), tax_rate decimal(18,3),
    total_excluding_tax decimal(18,2), tax_amount decimal(18,2), total_including_tax decimal(18,2), wwi_city_id int,
    wwi_customer_id int, wwi_stock_item_id int, wwi_salesperson_id int, wwi_picker_id int, last_modified_when timestamp)
LANGUAGE sql STABLE AS $$
    SELECT o.order_date, o.picked_when::date, o.order_id, o.backorder_id, l.description, l.package, l.quantity,
        l.unit_price, l.tax_rate, x.net, x.tax, x.net + x.tax, c.city_id, o.customer_id, l.stock_item_id,
        o.salesperson_id, o.picker_id, greatest(o.last_edited, l.last_edited)
    FROM wwi.sales_order AS o JOIN wwi.sales_order_line AS l USING (order_id)
    CROSS JOIN LATERAL (SELECT round(l.quantity * l.unit_price, 2) AS net,
        round(l.quantity * l.unit_price * l.tax_rate / 100, 2) AS tax) AS x
    CROSS JOIN LATERAL (SELECT * FROM wwi.customer AS y WHERE y.customer_id = o.customer_id
        ORDER BY y.valid_from DESC LIMIT 1) AS c
    WHERE o.order_id IN (
        SELECT m.order_id FROM wwi.sales_order AS m WHERE m.last_edited > last_cutoff AND m.last_edited <= new_cutoff
        UNION SELECT m.order_id FROM wwi.sales_order_line AS m
            WHERE m.last_edited > last_cutoff AND m.last_edited <= new_cutoff)
    ORDER BY o.order_id, l.order_line_id
$$;

CREATE FUNCTION integration.get_purchase_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    date_key date, wwi_purchase_order_id int, ordered_outers int, ordered_quantity int, received_outers int,
    package varchar(50), is_order_finalized boolean, wwi_supplier_id int, wwi_stock_item_id int,
    last_modified_when timestamp)
LANGUAGE sql STABLE AS $$
    SELECT p.order_date, p.purchase_order_id, l.ordered_outers, l.ordered_outers * i.quantity_per_outer,
        l.received_outers, l.package, l.is_finalized, p.supplier_id, l.stock_item_id,
        greatest(p.last_edited, l.last_edited)
    FROM wwi.purchase_order AS p JOIN wwi.purchase_order_line AS l USING (purchase_order_id)
    CROSS JOIN LATERAL (SELECT * FROM wwi.stock_item AS y WHERE y.stock_item_id = l.stock_item_id
        ORDER BY y.valid_from DESC LIMIT 1) AS i
    WHERE p.purchase_order_id IN (
        SELECT m.purchase_order_id FROM wwi.purchase_order_line AS m
        WHERE m.last_edited > last_cutoff AND m.last_edited <= new_cutoff)
    ORDER BY p.purchase_order_id, l.stock_item_id
$$;

CREATE FUNCTION integration.get_sale_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    invoice_date_key date, delivery_date_key date, wwi_invoice_id int, description varchar(100), package varchar(50),
    quantity int, unit_price decimal(18,2), tax_rate decimal(18,3), total_excluding_tax decimal(18,2),
    tax_amount decimal(18,2), profit decimal(18,2), total_including_tax decimal(18,2), total_dry_items int,
    total_chiller_items int, wwi_city_id int, wwi_customer_id int, wwi_bill_to_customer_id int, wwi_stock_item_id int,
    wwi_salesperson_id int, last_modified_when timestamp)
LANGUAGE sql STABLE AS $$
    SELECT n.invoice_date, n.delivered, n.invoice_id, l.description, l.package, l.quantity, l.unit_price, l.tax_rate,
        x.net, x.tax, round(x.net - l.quantity * h.last_cost_price, 2), x.net + x.tax,
        CASE WHEN i.is_chiller_stock THEN 0 ELSE l.quantity END,
        CASE WHEN i.is_chiller_stock THEN l.quantity ELSE 0 END,
        c.city_id, n.customer_id, n.bill_to_customer_id, l.stock_item_id, n.salesperson_id, n.last_edited
    FROM wwi.invoice AS n JOIN wwi.sales_order_line AS l USING (order_id)
    JOIN wwi.stock_item_holding AS h USING (stock_item_id)
    CROSS JOIN LATERAL (SELECT round(l.quantity * l.unit_price, 2) AS net,
        round(l.quantity * l.unit_price * l.tax_rate / 100, 2) AS tax) AS x
    CROSS JOIN LATERAL (SELECT * FROM wwi.stock_item AS y WHERE y.stock_item_id = l.stock_item_id
        ORDER BY y.valid_from DESC LIMIT 1) AS i
    CROSS JOIN LATERAL (SELECT * FROM wwi.customer AS y WHERE y.customer_id = n.customer_id
        ORDER BY y.valid_from DESC LIMIT 1) AS c
    WHERE n.last_edited > last_cutoff AND n.last_edited <= new_cutoff
    ORDER BY n.invoice_id, l.order_line_id
$$;

-- All of it, whenever it changed.
CREATE FUNCTION integration.get_stock_holding_updates()
RETURNS TABLE (
    quantity_on_hand int, bin_location varchar(20), last_stocktake_quantity int, last_cost_price decimal(18,2),
    reorder_level int, target_stock_level int, wwi_stock_item_id int)
LANGUAGE sql STABLE AS $$
    SELECT h.quantity_on_hand, h.bin_location, h.last_stocktake_quantity, h.last_cost_price, h.reorder_level,
        h.target_stock_level, h.stock_item_id
    FROM wwi.stock_item_holding AS h ORDER BY h.stock_item_id
$$;

CREATE FUNCTION integration.get_transaction_updates(last_cutoff timestamp, new_cutoff timestamp)
RETURNS TABLE (
    date_key date, wwi_customer_transaction_id int, wwi_supplier_transaction_id int, wwi_invoice_id int,
    wwi_purchase_order_id int, supplier_invoice_number varchar(20), total_excluding_tax decimal(18,2),
    tax_amount decimal(18,2), total_including_tax decimal(18,2), outstanding_balance decimal(18,2),
    is_finalized boolean, wwi_customer_id int, wwi_bill_to_customer_id int, wwi_supplier_id int,
    wwi_transaction_type_id int, wwi_payment_method_id int, last_modified_when timestamp)
LANGUAGE sql STABLE AS $$
    SELECT t.transaction_date, CASE WHEN t.customer_id IS NOT NULL THEN t.account_transaction_id END,
        CASE WHEN t.supplier_id IS NOT NULL THEN t.account_transaction_id END, t.invoice_id, t.purchase_order_id,
        t.supplier_invoice_number, t.amount_excluding_tax, t.tax_amount, t.amount_excluding_tax + t.tax_amount,
        t.outstanding_balance, t.is_finalized, coalesce(n.customer_id, t.customer_id), t.customer_id, t.supplier_id,
        t.transaction_type_id, t.payment_method_id, t.last_edited
    FROM wwi.account_transaction AS t LEFT JOIN wwi.invoice AS n USING (invoice_id)
    WHERE t.last_edited > last_cutoff AND t.last_edited <= new_cutoff
    ORDER BY t.account_transaction_id
$$;
