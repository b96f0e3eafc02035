using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>The value up to which an object has been loaded, so that a load reads only what came after it.</summary>
public sealed record Watermark
{
    public required string Name { get; init; }

    /// <summary>The column of the source that it is compared with.</summary>
    public required string Column { get; init; }

    public required SqlType DataType { get; init; }

    /// <summary>Whether the value itself is read again (`from: "&gt;="`); default: only what lies behind it.</summary>
    public bool FromIsIncluded { get; init; }

    /// <summary>Whether the upper bound is read (`to: "&lt;="`, the default).</summary>
    public bool ToIsIncluded { get; init; } = true;

    /// <summary>A query of the source that gives the upper bound; null = the largest value of the column.</summary>
    public SqlText? ToSql { get; init; }

    /// <summary>
    /// How far before the watermark a load begins, for rows that were committed late: a duration (dates and times) or a
    /// whole number, as written; null = not at all.
    /// </summary>
    public string? Overlap { get; init; }

    /// <summary>Where the first load begins; null = with everything.</summary>
    public TypedValue? Default { get; init; }

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>Where a load begins whose watermark stands there.</summary>
    public TypedValue Begin(TypedValue stands) => Overlap is null ? stands
        : DataType.IsTemporal ? stands.Less(Yaml.CoreSchema.Duration(Overlap) ?? TimeSpan.Zero)
        : stands.Less(long.Parse(Overlap, System.Globalization.CultureInfo.InvariantCulture));
}
