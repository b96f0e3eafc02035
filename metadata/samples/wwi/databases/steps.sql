-- The steps of the package, one by one, for a database that holds both operations.sql and warehouse.sql: what the
-- sample is compared with. Its four variables, of which TableName stands in the calls:
CREATE TEMP TABLE IF NOT EXISTS variable (target_cutoff timestamp, last_cutoff timestamp, lineage_key int);
DELETE FROM variable;

-- Calculate ETL Cutoff Time backup
INSERT INTO variable VALUES (wwi.utc_now() - interval '5 minutes');
-- Trim Any Milliseconds
UPDATE variable SET target_cutoff = date_trunc('second', target_cutoff);
-- Ensure Date Dimension includes current year
DO $$
DECLARE year int := (SELECT extract(year FROM target_cutoff) FROM variable);
BEGIN CALL integration.populate_date_dimension_for_year(year); END $$;

-- Load City Dimension
DELETE FROM integration.city_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('City', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('City');
INSERT INTO integration.city_staging (
    wwi_city_id, city, state_province, country, continent, sales_territory, region, subregion, location,
    latest_recorded_population, valid_from, valid_to)
SELECT u.* FROM variable, integration.get_city_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_city_data(lineage_key) FROM variable;

-- Load Customer Dimension
DELETE FROM integration.customer_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Customer', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Customer');
INSERT INTO integration.customer_staging (
    wwi_customer_id, customer, bill_to_customer, category, buying_group, primary_contact, postal_code, valid_from,
    valid_to)
SELECT u.* FROM variable, integration.get_customer_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_customer_data(lineage_key) FROM variable;

-- Load Employee Dimension
DELETE FROM integration.employee_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Employee', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Employee');
INSERT INTO integration.employee_staging (
    wwi_employee_id, employee, preferred_name, is_salesperson, photo, valid_from, valid_to)
SELECT u.* FROM variable, integration.get_employee_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_employee_data(lineage_key) FROM variable;

-- Load Payment Method Dimension
DELETE FROM integration.payment_method_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Payment Method', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Payment Method');
INSERT INTO integration.payment_method_staging (
    wwi_payment_method_id, payment_method, valid_from, valid_to)
SELECT u.* FROM variable, integration.get_payment_method_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_payment_method_data(lineage_key) FROM variable;

-- Load Stock Item Dimension
DELETE FROM integration.stock_item_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Stock Item', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Stock Item');
INSERT INTO integration.stock_item_staging (
    wwi_stock_item_id, stock_item, color, selling_package, buying_package, brand, size, lead_time_days,
    quantity_per_outer, is_chiller_stock, barcode, tax_rate, unit_price, recommended_retail_price,
    typical_weight_per_unit, photo, valid_from, valid_to)
SELECT u.* FROM variable, integration.get_stock_item_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_stock_item_data(lineage_key) FROM variable;

-- Load Supplier Dimension
DELETE FROM integration.supplier_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Supplier', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Supplier');
INSERT INTO integration.supplier_staging (
    wwi_supplier_id, supplier, category, primary_contact, supplier_reference, payment_days, postal_code, valid_from,
    valid_to)
SELECT u.* FROM variable, integration.get_supplier_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_supplier_data(lineage_key) FROM variable;

-- Load Transaction Type Dimension
DELETE FROM integration.transaction_type_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Transaction Type', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Transaction Type');
INSERT INTO integration.transaction_type_staging (
    wwi_transaction_type_id, transaction_type, valid_from, valid_to)
SELECT u.* FROM variable, integration.get_transaction_type_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_transaction_type_data(lineage_key) FROM variable;

-- Load Movement Fact
DELETE FROM integration.movement_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Movement', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Movement');
INSERT INTO integration.movement_staging (
    date_key, wwi_stock_item_transaction_id, wwi_invoice_id, wwi_purchase_order_id, quantity, wwi_stock_item_id,
    wwi_customer_id, wwi_supplier_id, wwi_transaction_type_id, last_modified_when)
SELECT u.* FROM variable, integration.get_movement_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_movement_data(lineage_key) FROM variable;

-- Load Order Fact
DELETE FROM integration.order_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Order', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Order');
INSERT INTO integration.order_staging (
    order_date_key, picked_date_key, wwi_order_id, wwi_backorder_id, description, package, quantity, unit_price,
    tax_rate, total_excluding_tax, tax_amount, total_including_tax, wwi_city_id, wwi_customer_id, wwi_stock_item_id,
    wwi_salesperson_id, wwi_picker_id, last_modified_when)
SELECT u.* FROM variable, integration.get_order_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_order_data(lineage_key) FROM variable;

-- Load Purchase Fact
DELETE FROM integration.purchase_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Purchase', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Purchase');
INSERT INTO integration.purchase_staging (
    date_key, wwi_purchase_order_id, ordered_outers, ordered_quantity, received_outers, package, is_order_finalized,
    wwi_supplier_id, wwi_stock_item_id, last_modified_when)
SELECT u.* FROM variable, integration.get_purchase_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_purchase_data(lineage_key) FROM variable;

-- Load Sale Fact
DELETE FROM integration.sale_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Sale', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Sale');
INSERT INTO integration.sale_staging (
    invoice_date_key, delivery_date_key, wwi_invoice_id, description, package, quantity, unit_price, tax_rate,
    total_excluding_tax, tax_amount, profit, total_including_tax, total_dry_items, total_chiller_items, wwi_city_id,
    wwi_customer_id, wwi_bill_to_customer_id, wwi_stock_item_id, wwi_salesperson_id, last_modified_when)
SELECT u.* FROM variable, integration.get_sale_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_sale_data(lineage_key) FROM variable;

-- Load Stock Holding Fact
DELETE FROM integration.stock_holding_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Stock Holding', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Stock Holding');
INSERT INTO integration.stock_holding_staging (
    quantity_on_hand, bin_location, last_stocktake_quantity, last_cost_price, reorder_level, target_stock_level,
    wwi_stock_item_id)
SELECT u.* FROM variable, integration.get_stock_holding_updates() AS u;
SELECT integration.migrate_staged_stock_holding_data(lineage_key) FROM variable;

-- Load Transaction Fact
DELETE FROM integration.transaction_staging;
UPDATE variable SET lineage_key = integration.get_lineage_key('Transaction', target_cutoff);
UPDATE variable SET last_cutoff = integration.get_last_etl_cutoff_time('Transaction');
INSERT INTO integration.transaction_staging (
    date_key, wwi_customer_transaction_id, wwi_supplier_transaction_id, wwi_invoice_id, wwi_purchase_order_id,
    supplier_invoice_number, total_excluding_tax, tax_amount, total_including_tax, outstanding_balance, is_finalized,
    wwi_customer_id, wwi_bill_to_customer_id, wwi_supplier_id, wwi_transaction_type_id, wwi_payment_method_id,
    last_modified_when)
SELECT u.* FROM variable, integration.get_transaction_updates(last_cutoff, target_cutoff) AS u;
SELECT integration.migrate_staged_transaction_data(lineage_key) FROM variable;
