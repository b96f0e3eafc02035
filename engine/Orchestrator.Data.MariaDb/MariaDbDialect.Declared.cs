using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <content>How long the columns of a row may be as they are declared, whatever stands in them.</content>
public sealed partial class MariaDbDialect
{
    private const int DeclaredBytesMax = 65_535;
    private const int LengthBytes = 2;
    private const int NumberBytes = 8;
    private const int LongBytes = 12;
    private const int WideBytes = 17;

    public override string? WidthRefusal(IReadOnlyList<RowColumn> columns)
    {
        // A bit of each says whether it is NULL.
        var bytes = columns.Sum(column => DeclaredBytes(column.Type)) + ((columns.Count + 7) / 8);
        return bytes <= DeclaredBytesMax ? null
            : $"its columns are declared with {bytes} bytes together, of which a row has at most {DeclaredBytesMax}; "
                + $"text takes {CharBytesMax} for each character, but nvarchar(max) only {LongBytes}";
    }

    // What has no limit of its own lies beside the row.
    private static long DeclaredBytes(SqlType type) => type switch
    {
        { IsText: true, Length: > 0 } => ((long)type.Length * CharBytesMax) + LengthBytes,
        { IsBinary: true, Length: > 0 } => type.Length + LengthBytes,
        { IsText: true } or { IsBinary: true } => LongBytes,
        { Kind: SqlTypeKind.Decimal or SqlTypeKind.UniqueIdentifier } => WideBytes,
        _ => NumberBytes,
    };
}
