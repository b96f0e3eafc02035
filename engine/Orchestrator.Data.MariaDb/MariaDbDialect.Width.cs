using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <content>How wide tables, statements and keys may be.</content>
public sealed partial class MariaDbDialect
{
    // Of an index on pages of 16 KB; a key of a table has at most so many columns.
    private const int KeyBytesMax = 3072;
    private const int KeyColumnsMax = 32;
    private const int CharBytesMax = 4;

    // Text takes up to four bytes for each character also where it is put in order.
    private static readonly string[] LongTypes = ["text", "mediumtext", "longtext", "mediumblob", "longblob"];

    private static readonly string[] ShortTypes = ["enum(", "set(", "decimal(", "bit(", "time", "inet"];

    /// <summary>Of InnoDB.</summary>
    public override int ColumnsMax => 1017;

    public override int ResultColumnsMax => 4096;

    /// <summary>Most tables of one statement are 61, each as wide as can be; the time to plan it grows with both.
    /// </summary>
    public override int JoinedColumns => 8192;

    /// <summary>Half of a page of 16 KB, less what page and row keep for themselves: 997 numbers of 8 bytes.</summary>
    public override int RowBytesMax => 7976;

    /// <summary>None over what is wider than an index takes: as a hash it would find no row.</summary>
    public override string UniqueIndex(TableName table, IReadOnlyList<RowColumn> columns, string purpose) =>
        columns.Count > KeyColumnsMax || columns.Sum(column => KeyBytes(column.Type)) > KeyBytesMax
            ? "" : base.UniqueIndex(table, columns, purpose);

    /// <summary>Window functions compare a bounded number of bytes.</summary>
    public override string? KeyRefusal(RowColumn column) =>
        LongTypes.Contains(MariaDbTypeMap.WithoutCharset(NativeOf(column) ?? MariaDbTypeMap.Declare(column.Type)))
            ? "it puts values of any length in order by how they begin, and takes those for one that differ only "
                + "behind that"
            : null;

    // Long values are found by how they begin, so that all columns have room.
    private string FoundBy(RowColumn[] all)
    {
        var columns = all.Take(KeyColumnsMax).ToArray();
        var room = KeyBytesMax / columns.Length;
        return string.Join(", ", columns.Select(column => KeyBytes(column.Type) <= room || IsShort(column)
            ? Quote(column.Name)
            : $"{Quote(column.Name)}({(column.Type.IsBinary ? room : room / CharBytesMax)})"));
    }

    // What is kept as a number, although no neutral type says so.
    private static bool IsShort(RowColumn column) => NativeOf(column) is { } native
        && ShortTypes.Any(type => native.StartsWith(type, StringComparison.OrdinalIgnoreCase));

    private static long KeyBytes(SqlType type) => type switch
    {
        { IsText: true } or { IsBinary: true } when type.Length <= 0 => int.MaxValue,
        { IsText: true } => ((long)type.Length * CharBytesMax) + LengthBytes,
        { IsBinary: true } => type.Length + LengthBytes,
        { Kind: SqlTypeKind.Xml or SqlTypeKind.SqlVariant } => int.MaxValue,
        _ => 18,
    };
}
