using System.Globalization;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// One text for one value, made from the field of a file and from what a database gives back, each in its own way, so
/// that the two can be compared: numbers without superfluous zeros, times to 100 ns, bytes as hex.
/// </summary>
internal static class Canonical
{
    /// <summary>The value of a field under its SQL Server type.</summary>
    public static string? FromFile(string? field, string type) => field is null ? null : Family(type) switch
    {
        "number" => Number(decimal.Parse(field, NumberStyles.Float)),
        "moment" => Moment(DateTime.Parse(field)),
        "time" => TimeSpan.Parse(field).ToString("c"),
        "guid" => Guid.Parse(field).ToString(),
        "bytes" => Convert.ToHexString(Convert.FromHexString(field)),
        _ => field,
    };

    /// <summary>The value that a database's client returned for a column of that SQL Server type.</summary>
    public static string? FromDatabase(object value, string type) => value is DBNull ? null : Family(type) switch
    {
        "number" => Number(value switch
        {
            bool bit => bit ? 1 : 0,
            double real => (decimal)real,
            string text => decimal.Parse(text, NumberStyles.Float),
            _ => Convert.ToDecimal(value),
        }),
        "moment" => Moment(value switch
        {
            DateTime time => time,
            DateOnly day => day.ToDateTime(TimeOnly.MinValue),
            _ => DateTime.Parse((string)value),
        }),
        "time" => (value is TimeOnly time ? time.ToTimeSpan() : TimeSpan.Parse((string)value)).ToString("c"),
        "guid" => (value as Guid? ?? (value is byte[] bytes ? new Guid(bytes) : Guid.Parse((string)value))).ToString(),
        "bytes" => Convert.ToHexString((byte[])value),
        _ => (string)value,
    };

    private static string Family(string type) => type.Split('(')[0] switch
    {
        "int" or "smallint" or "tinyint" or "bigint" or "bit" or "money" or "smallmoney" or "decimal" => "number",
        "datetime" or "date" => "moment",
        "time" => "time",
        "uniqueidentifier" => "guid",
        "varbinary" or "geography" or "hierarchyid" => "bytes",
        _ => "text",
    };

    private static string Number(decimal value) => value.ToString("0.############################");

    private static string Moment(DateTime value) => value.ToString("yyyy-MM-dd HH:mm:ss.fffffff");
}
