namespace Orchestrator.Cli.Demo;

/// <summary>
/// The tables of the sample `shop`: name, rows, then each column as name and how its values are made.
/// </summary>
internal static class ShopTables
{
    private const string Text = """
        country 60: CountryId id, Iso code 2, Name word, Region word
        region 120: RegionId id, CountryId ref 60, Name word
        currency 30: CurrencyId id, Iso code 3, Name word, Digits qty 4
        language 25: LanguageId id, Iso code 2, Name word
        unit 20: UnitId id, Code code 4, Name word
        tax_rate 40: TaxRateId id, CountryId ref 60, Rate rate, ValidFrom date
        payment_method 8: PaymentMethodId id, Name word, Active flag
        ship_method 10: ShipMethodId id, Name word, Price money 40
        color 30: ColorId id, Name word, Hex code 6
        size 12: SizeId id, Code code 3, Sort qty 12
        department 16: DepartmentId id, Name word, ManagerId ref 2000
        return_reason 10: ReturnReasonId id, Name word
        holiday 200: HolidayId id, CountryId ref 60, Day date, Name word
        exchange_rate 20000: ExchangeRateId id, CurrencyId ref 30, Day date, Rate rate
        customer 60000: CustomerId id, FirstName first, LastName last, Email email, CountryId ref 60, Born date
        customer_address 70000: AddressId id, CustomerId ref 60000, Street street, City word, Zip code 5
        customer_phone 60000: PhoneId id, CustomerId ref 60000, Phone phone, Kind code 1
        supplier 800: SupplierId id, Name word, CountryId ref 60, Rating qty 5, Since date
        product_category 60: CategoryId id, Name word, ParentId ref 12
        product 5000: ProductId id, Name word, CategoryId ref 60, ColorId ref 30, Description text, Added date
        product_price 20000: PriceId id, ProductId ref 5000, ValidFrom date, Price price
        product_supplier 8000: ProductSupplierId id, ProductId ref 5000, SupplierId ref 800, Cost money 400
        store 300: StoreId id, Name word, RegionId ref 120, Opened date
        employee 2000: EmployeeId id, FirstName first, LastName last, StoreId ref 300, DepartmentId ref 16, Hired date
        employee_shift 40000: ShiftId id, EmployeeId ref 2000, Begins moment, Hours qty 10
        warehouse 25: WarehouseId id, Name word, RegionId ref 120
        gl_account 400: AccountId id, Code code 6, Name word
        gl_batch 2000: BatchId id, Posted date, Source code 3
        gl_entry 60000: EntryId id, BatchId ref 2000, AccountId ref 400, Amount money 9000, Note note
        sales_order 100000: OrderId id, CustomerId ref 60000, StoreId ref 300, Ordered moment, Total money 2000
        sales_order_line 260000: LineId id, OrderId ref 100000, ProductId ref 5000, Quantity qty 12, Price money 400
        payment 100000: PaymentId id, OrderId ref 100000, PaymentMethodId ref 8, Paid moment, Amount money 2000
        shipment 80000: ShipmentId id, OrderId ref 100000, WarehouseId ref 25, ShipMethodId ref 10, Shipped moment
        return_order 5000: ReturnId id, OrderId ref 100000, ReturnReasonId ref 10, Returned date, Refund money 900
        promotion 300: PromotionId id, Name word, Discount rate, Begins date, Ends date
        promotion_product 3000: PromotionProductId id, PromotionId ref 300, ProductId ref 5000
        coupon 20000: CouponId id, Code code 8, PromotionId ref 300, Used flag
        wishlist 15000: WishlistId id, CustomerId ref 60000, ProductId ref 5000, Added date
        page_view 70000: ViewId id, CustomerId ref 60000, ProductId ref 5000, Viewed moment, Seconds qty 600
        search_term 10000: SearchId id, Term word, Searched moment, Hits qty 900
        """;

    /// <summary>All forty, in the order of the text.</summary>
    public static IReadOnlyList<ShopTable> All { get; } =
        [.. Text.Split('\n', StringSplitOptions.TrimEntries).Select(ShopTable.Parse)];
}

/// <summary>One table: its name, its number of rows and its columns.</summary>
internal sealed record ShopTable(string Name, int Rows, IReadOnlyList<ShopColumn> Columns)
{
    /// <summary>Reads a line `name rows: Column kind size, …`.</summary>
    public static ShopTable Parse(string line)
    {
        var (head, columns) = (line[..line.IndexOf(':')].Split(' '), line[(line.IndexOf(':') + 1)..]);
        return new ShopTable(head[0], int.Parse(head[1]), [.. columns.Split(',').Select(ParseColumn)]);
    }

    private static ShopColumn ParseColumn(string text)
    {
        var words = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return new ShopColumn(words[0], words[1], words.Length > 2 ? int.Parse(words[2]) : 0);
    }
}

/// <summary>One column: its name, how its values are made, and the measure of that.</summary>
internal sealed record ShopColumn(string Name, string Kind, int Size);
