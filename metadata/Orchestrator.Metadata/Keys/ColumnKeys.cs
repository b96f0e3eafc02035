using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys of a column, beside its name and its policies. A plan tells only what is not the default: there are many
/// columns, and most say nothing but their type.
/// </summary>
internal static class ColumnKeys
{
    /// <summary>The word in the place of a list: the columns are those of the table that is written.</summary>
    public const string FromTarget = "fromTarget";

    private static readonly OptionMaker<ColumnDefinition> Make = new(
        "column", new ColumnDefinition { Name = "", Target = "" }, column => column.At, "", Effect.Reloads);

    public static SectionKey<ColumnDefinition> DataType { get; } = Make.Of<SqlType?>(
        new Key("dataType", new DataTypeShape(), "Its type in the target; default as in the source."),
        scalar => scalar.ToDataType(), type => type?.ToString(),
        column => column.DataType, (column, value) => column with { DataType = value }) with
    { Effects = Effect.Reshapes };

    public static SectionKey<ColumnDefinition> Key { get; } = Make.Of(
        new Key("key", new NumberShape(1), "Its place in the key."),
        scalar => (int)scalar.ToNumber(), place => place == 0 ? null : place.ToString(),
        column => column.Key, (column, value) => column with { Key = value }) with
    { Effects = Effect.Reshapes };

    public static SectionKey<ColumnDefinition> Nullable { get; } = Make.Of(
        new Key("nullable", Parts.Flag, "Whether the target takes NULL; default true, key columns never do."),
        scalar => scalar.ToFlag(), isNullable => isNullable ? null : PropertyList.Word(isNullable),
        column => column.Nullable, (column, value) => column with { Nullable = value }) with
    { Effects = Effect.Reshapes };

    public static SectionKey<ColumnDefinition> SourceExpression { get; } = Make.Of<string?>(
        new Key("sourceExpression", Parts.Sql, "SQL of the source; @@this is the column."),
        scalar => scalar.Text, sql => sql?.ReplaceLineEndings("\n"),
        column => column.SourceExpression, (column, value) => column with { SourceExpression = value });

    public static SectionKey<ColumnDefinition> TargetExpression { get; } = Make.Of<string?>(
        new Key("targetExpression", Parts.Sql,
            "SQL of the target over the staged row; @@this is the staged value."),
        scalar => scalar.Text, sql => sql?.ReplaceLineEndings("\n"),
        column => column.TargetExpression, (column, value) => column with { TargetExpression = value });

    public static SectionKey<ColumnDefinition> Value { get; } = Make.Of<string?>(
        new Key("value", new TextShape(TextForm.Value), "A constant, with ${var:NAME}: the column is not read."),
        scalar => scalar.Text, text => text,
        column => column.Value, (column, value) => column with { Value = value });

    // What nobody writes is its name.
    public static SectionKey<ColumnDefinition> Target { get; } = Make.Built(
        new Key("target", Parts.NameOfColumn, "Its name in the target."),
        (list, column) => list.Add("target", column.Target == column.Name ? null : column.Target, column.At)) with
    { Effects = Effect.Reshapes };

    public static SectionKey<ColumnDefinition> Sensitive { get; } = Make.Of(
        new Key("sensitive", Parts.Flag, "Shown as length and keyed hash outside the error table."),
        scalar => scalar.ToFlag(), isSensitive => isSensitive ? PropertyList.Word(isSensitive) : null,
        column => column.Sensitive, (column, value) => column with { Sensitive = value }) with
    { Effects = Effect.None };

    // What becomes of a changed value follows from the kind and from the other columns.
    public static SectionKey<ColumnDefinition> Change { get; } = Make.Built(
        new Key("change", WordShapes.Of<ColumnChange>(),
            "Kind scd: what a changed value does to the versions of its key; default track."));

    public static SectionKey<ColumnDefinition> Previous { get; } = Make.Built(
        new Key("previous", Parts.NameOfColumn,
            "Kind scd, change: previous: the column of the target that takes the value before; "
                + "default Previous…")) with
    { Effects = Effect.Reshapes };

    public static SectionKey<ColumnDefinition> Current { get; } = Make.Built(
        new Key("current", Parts.NameOfColumn,
            "Kind scd, change: track: a column of the target that holds the newest value in all versions.")) with
    { Effects = Effect.Reshapes };

    public static SectionKey<ColumnDefinition> DateFormat { get; } = Make.Text(
        new Key("dateFormat", Parts.Text,
            "Files: how its dates or times are written: dd.MM.yyyy HH:mm; default as the format says."),
        column => column.DateFormat, (column, value) => column with { DateFormat = value });

    public static SectionKey<ColumnDefinition> Nulls { get; } = Make.Texts(
        new Key("nulls", Parts.Texts, "Files: the words that stand for NULL in it, in place of the format's."),
        column => column.Nulls, (column, words) => column with { Nulls = words });

    public static Section<ColumnDefinition> Section { get; } = Make.Section([
        DataType, Key, Nullable, SourceExpression, TargetExpression, Value, Target, Sensitive, Change, Previous,
        Current, DateFormat, Nulls,
    ]);
}
