namespace Orchestrator.Data;

/// <summary>Statements that read the rows of some keys. Text only.</summary>
/// <param name="dialect">How the platform writes them.</param>
/// <param name="key">The columns of the key, of types that <see cref="Knows"/>.</param>
public sealed class KeyDialect(Dialect dialect, IReadOnlyList<RowColumn> key)
{
    private const string Parameter = "@orchestrator_key";

    /// <summary>
    /// Whether rows are found by the text of a value of a type. What a server finds beside them, or does not find, the
    /// caller has to see.
    /// </summary>
    public static bool Knows(RowColumn column) =>
        PartRanges.Knows(column.Type) || (column.Type.IsText && column.Native is null);

    /// <summary>Reads all columns of the rows that have one of so many keys.</summary>
    public string Select(TableName table, int keys) => dialect.Select(
        table, [], string.Join("\nOR ", Enumerable.Range(0, keys).Select(One)));

    /// <summary>The parameters of keys, each with the texts of its values; NULL is in none of them.</summary>
    public static IReadOnlyList<(string Name, object? Value)> Values(IReadOnlyList<IReadOnlyList<string>> keys) =>
    [
        .. keys.Index().SelectMany(one => one.Item.Index().Select(value =>
            (Name(one.Index, value.Index), (object?)value.Item))),
    ];

    private static string Name(int number, int place) => $"{Parameter}_{number}_{place}";

    private string One(int number) => "(" + string.Join(" AND ", key.Select((column, place) =>
        $"{dialect.Quote(column.Name)} = {dialect.Limit(column, Name(number, place))}")) + ")";
}
