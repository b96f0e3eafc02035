using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a container's `forEach`.</summary>
internal static class LoopKeys
{
    private static readonly OptionMaker<LoopDefinition> Make = new("forEach", new LoopDefinition(), loop => loop.At);

    public static SectionKey<LoopDefinition> Variable { get; } = Make.Text(
        new Key("variable", Parts.Name, "The variable that has the value of a turn; default Value, of numbers Number, "
            + "of files File, of turns Turn."),
        loop => loop.Variable, (loop, value) => loop with { Variable = value });

    public static SectionKey<LoopDefinition> Values { get; } = Make.Texts(
        new Key("values", Parts.Command, "A turn for each of these values."),
        loop => loop.Values, (loop, values) => loop with { Values = values });

    public static SectionKey<LoopDefinition> From { get; } = Make.Value<long?>(
        "from", new NumberShape(int.MinValue), "A turn for each whole number from this one",
        scalar => scalar.ToNumber(), number => number?.ToString(),
        loop => loop.From, (loop, value) => loop with { From = value });

    public static SectionKey<LoopDefinition> To { get; } = Make.Value<long?>(
        "to", new NumberShape(int.MinValue), "The last of these numbers",
        scalar => scalar.ToNumber(), number => number?.ToString(),
        loop => loop.To, (loop, value) => loop with { To = value });

    public static SectionKey<LoopDefinition> Rows { get; } = Make.Built(
        new Key("rows", new EitherShape(Parts.Name, new NamedShape(new DataTypeShape())),
            "A turn for each row of this variable of the run; with 'query' the columns of its result and their types."),
        (list, loop) =>
        {
            list.Add("forEach.rows", loop.Rows, loop.At);
            loop.Columns.ToList().ForEach(
                column => list.Add($"forEach.rows.{column.Name}", column.Type.ToString(), loop.At));
        });

    public static SectionKey<LoopDefinition> Query { get; } = Make.Sql(
        "query", "A turn for each row of its result", loop => loop.Query,
        (loop, value) => loop with { Query = value });

    public static SectionKey<LoopDefinition> Connection { get; } = Make.Text(
        new Key("connection", Parts.Name, "Where the query is asked, or the files lie; default the project's source."),
        loop => loop.Connection, (loop, value) => loop with { Connection = value });

    public static SectionKey<LoopDefinition> Files { get; } = Make.Text(
        new Key("files", new TextShape(TextForm.Value), "A turn for each file with such a name: \"in/*.csv\"."),
        loop => loop.Files, (loop, value) => loop with { Files = value });

    public static SectionKey<LoopDefinition> IgnoreCase { get; } = Make.IgnoreCase(
        loop => loop.IgnoreCase, (loop, value) => loop with { IgnoreCase = value });

    public static SectionKey<LoopDefinition> While { get; } = Make.Text(
        new Key("while", new TextShape(TextForm.Value), "Another turn as long as this condition is true."),
        loop => loop.While, (loop, value) => loop with { While = value });

    public static SectionKey<LoopDefinition> AtMost { get; } = Make.Value<int?>(
        "atMost", new NumberShape(1, Max: LoopDefinition.AtMostMax),
        "With 'while': after so many turns the condition has to be false",
        scalar => (int)scalar.ToNumber(), number => number?.ToString(),
        loop => loop.AtMost, (loop, value) => loop with { AtMost = value });

    public static SectionKey<LoopDefinition> KeyColumns { get; } = Make.Texts(
        new Key("key", Parts.SomeColumns,
            "The columns that tell the turns apart and stand in names; default the first one."),
        loop => loop.Key, (loop, value) => loop with { Key = value });

    public static SectionKey<LoopDefinition> Turns { get; } = Make.Of(
        new Key("turns", new WordShape(Enum.GetNames<ContainerMode>()),
            $"Whether the turns stand side by side or follow each other; default {nameof(ContainerMode.Parallel)}."),
        scalar => scalar.ToWord<ContainerMode>(), turns => turns.ToString(),
        loop => loop.Turns, (loop, value) => loop with { Turns = value });

    public static SectionKey<LoopDefinition> OnNone { get; } = Make.Word(
        "onNone", "What it means that there is no turn", loop => loop.OnNone,
        (loop, value) => loop with { OnNone = value });

    public static SectionKey<LoopDefinition> Within { get; } = Make.Text(
        new Key("within", Parts.Name, "The container with a 'forEach' in each of whose turns this one stands."),
        loop => loop.Within, (loop, value) => loop with { Within = value });

    public static Section<LoopDefinition> Section { get; } = Make.Section([
        Variable, Values, From, To, Rows, Query, Connection, Files, While, AtMost, KeyColumns, Turns, OnNone, Within,
        IgnoreCase]);
}
