using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of an object that set variables of the run.</summary>
internal static class ValueKeys
{
    /// <summary>The key that says what a result without a row means.</summary>
    public const string NoneKey = "onNone";

    private static readonly OptionMaker<ValueSets> Make = new("sets", new ValueSets(), sets => sets.At, "");

    // What has set something else before, or another type, has to set it again.
    public static SectionKey<ValueSets> Sets { get; } = Make.Built(
        new Key("sets", new NamedShape(new TextShape(TextForm.Argument)),
            "Kind sql: the variables of `scope: run` that it sets, each from a column of its result, \"@OUT\", "
            + $"{ValueSets.ReturnCode}, {ValueSets.Changed} (how many rows) or {ValueSets.Rows} (all of the result). "
            + $"Kind process: {ValueSets.Stdout}, all of its standard output, or {ValueSets.ReturnCode}. "
            + "Kind script: each from what the class sets by that name. Kind value: each from an expression."),
        (list, sets) => sets.Each.ToList().ForEach(one =>
        {
            list.Add($"sets.{one.Variable}", one.From, one.At);
            list.Add($"sets.{one.Variable}.dataType", one.Type.ToString(), one.At);
        })) with
    { Effects = Effect.Reloads };

    public static SectionKey<ValueSets> OnNone { get; } = Make.Value<NoRow>(
        NoneKey, new WordOrNullShape(NoRowWord(NoRow.Fail)),
        "What it means for 'sets' that the result has no row: it fails, or the values are NULL",
        scalar => scalar.Text == NoRowWord(NoRow.Fail) ? NoRow.Fail : NoRow.Null, NoRowWord,
        sets => sets.OnNone, (sets, value) => sets with { OnNone = value });

    public static Section<ValueSets> Section { get; } = Make.Section([Sets, OnNone]);

    public static Key SqlFrom { get; } = new("sqlFrom", Parts.Name,
        "Kind sql: the variable whose value is the statement; runs only with `run --allow sql-text`.");

    private static string NoRowWord(NoRow word) => word == NoRow.Fail ? "fail" : "null";
}
