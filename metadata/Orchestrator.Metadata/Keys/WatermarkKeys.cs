using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a watermark, beside its name.</summary>
internal static class WatermarkKeys
{
    private static readonly OptionMaker<Watermark> Make = new(
        "watermark", new Watermark { Name = "", Column = "", DataType = default }, watermark => watermark.At, "",
        Effect.Reloads);

    public static SectionKey<Watermark> Column { get; } = Make.Of(
        new Key("column", Parts.NameOfColumn, "The column of the source that it is compared with.")
        {
            IsRequired = true,
        },
        scalar => scalar.Text, column => column,
        watermark => watermark.Column, (watermark, value) => watermark with { Column = value }, isAlwaysTold: true);

    public static SectionKey<Watermark> DataType { get; } = Make.Of(
        new Key("dataType", new DataTypeShape(), "Its type: a number, a date or a date with a time.")
        {
            IsRequired = true,
        },
        scalar => scalar.ToDataType(), type => type.ToString(),
        watermark => watermark.DataType, (watermark, value) => watermark with { DataType = value },
        isAlwaysTold: true);

    public static SectionKey<Watermark> From { get; } = Make.Value(
        "from", new WordShape([">", ">="]), "How the column is compared with the watermark",
        scalar => scalar.Text == ">=", isIncluded => isIncluded ? ">=" : ">",
        watermark => watermark.FromIsIncluded, (watermark, value) => watermark with { FromIsIncluded = value });

    public static SectionKey<Watermark> To { get; } = Make.Value(
        "to", new WordShape(["<=", "<"]), "How it is compared with the upper bound",
        scalar => scalar.Text != "<", isIncluded => isIncluded ? "<=" : "<",
        watermark => watermark.ToIsIncluded, (watermark, value) => watermark with { ToIsIncluded = value });

    public static SectionKey<Watermark> ToSql { get; } = Make.Sql(
        "toSql", "A query of the source for the upper bound",
        watermark => watermark.ToSql, (watermark, value) => watermark with { ToSql = value },
        "the column's largest value");

    // Both are read as the type says.
    public static SectionKey<Watermark> Overlap { get; } = Make.Built(
        new Key("overlap", new TextShape(), "How far before the watermark a load begins: 10m, or a whole number."),
        (list, watermark) => list.Add("overlap", watermark.Overlap, watermark.At));

    public static SectionKey<Watermark> Default { get; } = Make.Built(
        new Key("default", new TextShape(), "Where the first load begins; default with everything."),
        (list, watermark) => list.Add("default", watermark.Default?.Text, watermark.At));

    public static Section<Watermark> Section { get; } =
        Make.Section([Column, DataType, From, To, ToSql, Overlap, Default]);
}
