using System.Data.SqlTypes;
using System.Globalization;

namespace Orchestrator.Data.SqlServer;

/// <summary>Single values as text, in the form of the row batches: dates as ISO, bytes as hex.</summary>
internal static class SqlServerText
{
    /// <summary>The text of a value of the client's; null = NULL.</summary>
    public static string? Of(object value) => value switch
    {
        DBNull or INullable { IsNull: true } => null,
        string text => text,
        SqlString text => text.Value,
        SqlBoolean bit => bit.Value ? "1" : "0",
        SqlByte number => Invariant(number.Value),
        SqlInt16 number => Invariant(number.Value),
        SqlInt32 number => Invariant(number.Value),
        SqlInt64 number => Invariant(number.Value),
        SqlSingle number => number.Value.ToString("R", CultureInfo.InvariantCulture),
        SqlDouble number => number.Value.ToString("R", CultureInfo.InvariantCulture),
        SqlMoney number => Invariant(number.ToDecimal()),
        SqlDecimal number => number.ToString(),
        SqlGuid guid => guid.Value.ToString().ToUpperInvariant(),
        SqlBinary bytes => Convert.ToHexString(bytes.Value),
        byte[] bytes => Convert.ToHexString(bytes),
        SqlDateTime time => time.Value.ToString("yyyy-MM-dd HH:mm:ss.fff", CultureInfo.InvariantCulture),
        DateTime { TimeOfDay.Ticks: 0 } day => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        DateTimeOffset time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF zzz", CultureInfo.InvariantCulture),
        TimeSpan time => new DateTime(time.Ticks).ToString("HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        SqlXml xml => xml.Value,
        IFormattable other => Invariant(other),
        _ => value.ToString(),
    };

    private static string Invariant(IFormattable value) => value.ToString(null, CultureInfo.InvariantCulture);
}
