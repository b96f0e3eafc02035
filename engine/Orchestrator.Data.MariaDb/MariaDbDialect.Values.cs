using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <content>How values are compared. By itself the server takes a text beside a number for a floating one, one beside a
/// time for a time, and texts for equal that differ in case or in blanks at the end.</content>
public sealed partial class MariaDbDialect
{
    private const int DecimalDigits = 28;
    private const int NumberDigits = 65;
    private const int ScaleMax = 38;

    public override string AreDistinct(RowColumn column, string left, string right) =>
        $"NOT ({Grouping(column, left)} <=> {Grouping(column, right)})";

    public override string Grouping(RowColumn column, string value) => IsKeptAsText(column)
        ? $"CONVERT({value} USING utf8mb4) COLLATE utf8mb4_nopad_bin" : value;

    public override string? ComputeRefusal(SqlType type) => null;

    /// <summary>
    /// What an assignment rounds or cuts without a word shows when both are compared as the column's type, with more
    /// digits than it has. Of a text that was no value of it the assignment itself has failed.
    /// </summary>
    public override string IsChanged(RowColumn column, string held, string value) => column.Type switch
    {
        _ when IsKeptAsText(column) => AreDistinct(column, held, value),
        // One that is found has a length of its own, which is filled up; one that is made has none.
        { Kind: SqlTypeKind.Binary } type when NativeOf(column) is not null =>
            $"NOT ({held} <=> CAST({value} AS BINARY({type.Length})))",
        { IsBinary: true } => $"NOT ({held} <=> CAST({value} AS BINARY))",
        { IsExactNumber: true } type => $"NOT ({held} <=> {AsNumber(type, value)})",
        { IsTemporal: true } => $"(NOT ({held} <=> {value}) OR coalesce(CONVERT({value} USING utf8mb4) REGEXP "
            + "'[.][0-9]{6}0*[1-9]', 0))",
        _ => $"NOT ({held} <=> {value})",
    };

    /// <summary>Numbers of up to 28 digits are bound as what they are; others would be compared as floating ones.
    /// </summary>
    public override string? OrderRefusal(SqlType type) => MariaDbTypeMap.OrderRefusal(type)
        ?? (type.Kind == SqlTypeKind.Decimal && type.Precision > DecimalDigits
            ? $"MariaDB compares a decimal of more than {DecimalDigits} digits with a bound as a floating number"
            : null);

    /// <summary>A decimal as a number, a real as the double that the server makes of it, and a time with a zone in
    /// UTC, as the session's is.</summary>
    public override object Bound(TypedValue value, bool isBefore) => value.Type.Kind switch
    {
        SqlTypeKind.Decimal or SqlTypeKind.Money or SqlTypeKind.SmallMoney
            when decimal.TryParse(value.Text, NumberStyles.Number, CultureInfo.InvariantCulture, out var number) =>
            number,
        SqlTypeKind.Real
            when float.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var real) =>
            (double)real,
        SqlTypeKind.DateTimeOffset
            when DateTimeOffset.TryParse(
                value.Text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var instant) =>
            instant.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture),
        _ => value,
    };

    protected override string Limit(RowColumn column, string parameter) => column.Type.Kind switch
    {
        SqlTypeKind.Bit or SqlTypeKind.TinyInt or SqlTypeKind.SmallInt or SqlTypeKind.Int or SqlTypeKind.BigInt =>
            $"CAST({parameter} AS SIGNED)",
        SqlTypeKind.Decimal => $"CAST({parameter} AS DECIMAL({column.Type.Precision},{column.Type.Scale}))",
        SqlTypeKind.Money or SqlTypeKind.SmallMoney => $"CAST({parameter} AS DECIMAL(19,4))",
        SqlTypeKind.Real => $"CAST({parameter} AS FLOAT)",
        SqlTypeKind.Float => $"CAST({parameter} AS DOUBLE)",
        SqlTypeKind.Date => $"CAST({parameter} AS DATE)",
        SqlTypeKind.Time => $"CAST({parameter} AS TIME(6))",
        SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 =>
            $"CAST({parameter} AS DATETIME(6))",
        // The session's zone is UTC. A time with a zone behind it is none to the server.
        SqlTypeKind.DateTimeOffset => $"DATE_SUB(CAST(substring_index({parameter}, ' ', 2) AS DATETIME(6)), "
            + $"INTERVAL TIME_TO_SEC(substring_index({parameter}, ' ', -1)) SECOND)",
        SqlTypeKind.UniqueIdentifier => $"CAST({parameter} AS uuid)",
        _ => parameter,
    };

    public override string Typed(RowColumn column, string parameter) => IsKeptAsText(column)
        ? $"CONVERT({parameter} USING utf8mb4)"
        : column.Type.IsBinary ? $"CAST({parameter} AS BINARY)" : Limit(column, parameter);

    private static bool IsKeptAsText(RowColumn column) =>
        ValueStorages.IsText(column.Type) || column.Type.Kind == SqlTypeKind.Xml;

    private static string AsNumber(SqlType type, string value)
    {
        var whole = type.Kind switch
        {
            SqlTypeKind.Decimal => type.Precision - type.Scale,
            SqlTypeKind.Money or SqlTypeKind.SmallMoney => 15,
            _ => 20,
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"CAST({value} AS DECIMAL({NumberDigits},{Math.Min(ScaleMax, NumberDigits - whole)}))");
    }
}
