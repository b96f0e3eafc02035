using System.Globalization;
using System.Text.Json;
using Orchestrator.Data;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>A JSON writer whose texts pass the gate for outside text; names as in dbt, times in UTC.</summary>
internal sealed class GatedJson(Utf8JsonWriter writer, OutsideText outside)
{
    /// <summary>Grows when a reader of the artifacts would have to change.</summary>
    public const int SchemaVersion = 1;

    public static string Instant(DateTimeOffset at) =>
        at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'", CultureInfo.InvariantCulture);

    public GatedJson Text(string name, string? value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
        }
        else
        {
            writer.WriteString(name, outside.Redacted(value));
        }

        return this;
    }

    public GatedJson Number(string name, long? value)
    {
        if (value is { } number)
        {
            writer.WriteNumber(name, number);
        }
        else
        {
            writer.WriteNull(name);
        }

        return this;
    }

    public GatedJson Seconds(string name, TimeSpan value)
    {
        writer.WriteNumber(name, Math.Round((decimal)value.TotalSeconds, 6));
        return this;
    }

    public GatedJson Time(string name, DateTimeOffset? at) => Text(name, at is { } known ? Instant(known) : null);

    public GatedJson Object(string? name, Action<GatedJson> members)
    {
        if (name is not null)
        {
            writer.WritePropertyName(outside.Redacted(name));
        }

        writer.WriteStartObject();
        members(this);
        writer.WriteEndObject();
        return this;
    }

    public GatedJson List<T>(string name, IEnumerable<T> items, Action<GatedJson, T> item)
    {
        writer.WriteStartArray(name);
        foreach (var one in items)
        {
            Object(null, json => item(json, one));
        }

        writer.WriteEndArray();
        return this;
    }

    public GatedJson Texts(string name, IEnumerable<string> values)
    {
        writer.WriteStartArray(name);
        foreach (var value in values)
        {
            writer.WriteStringValue(outside.Redacted(value));
        }

        writer.WriteEndArray();
        return this;
    }

    public GatedJson Rows(RowCounts counts) => Number("rows_read", counts.Read)
        .Number("rows_inserted", counts.Inserted).Number("rows_updated", counts.Updated)
        .Number("rows_unchanged", counts.Unchanged).Number("rows_duplicate", counts.Duplicate)
        .Number("rows_filtered", counts.Filtered).Number("rows_rejected", counts.Rejected)
        .Number("rows_truncated", counts.Truncated).Number("rows_closed", counts.Closed);
}
