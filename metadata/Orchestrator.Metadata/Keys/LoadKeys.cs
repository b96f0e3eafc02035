using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys under `load`: how objects are loaded. Each says which loads take it beside the usual one into a table: what
/// a load does not take is refused there, or as if nobody had written it.
/// </summary>
internal static class LoadKeys
{
    private static readonly KeyMaker<LoadOptions> Make = new("load", new LoadOptions());

    private static readonly WordShape Patterns = new([.. Enum.GetValues<LoadPattern>()
        .Where(pattern => pattern != LoadPattern.Versions).Select(pattern => pattern.ToString())]);

    // TruncateInsert takes away the rows that earlier loads appended.
    private static readonly Func<string?, ChangeEffects> MayDrop = static current =>
        current is null or nameof(LoadPattern.TruncateInsert) or nameof(LoadPattern.DropAndReload)
            ? ChangeEffects.Reloads | ChangeEffects.Drops
            : ChangeEffects.Reloads;

    public static SectionKey<LoadOptions> Pattern { get; } = Make.Value(
        "pattern", Patterns, "How the target's content changes",
        scalar => scalar.ToWord<LoadPattern>(), pattern => pattern.ToString(),
        load => load.Pattern, (load, value) => load with { Pattern = value }) with
    { Effects = MayDrop, TakenBy = LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> Swap { get; } = Make.Word(
        "swap", "How TruncateInsert publishes what it loaded",
        load => load.Swap, (load, value) => load with { Swap = value }) with
    { TakenBy = LoadForms.Replay };

    public static SectionKey<LoadOptions> FastLoad { get; } = Make.Flag(
        "fastLoad", "false = row by row", load => load.FastLoad, (load, value) => load with { FastLoad = value }) with
    { TakenBy = LoadForms.Buffer | LoadForms.Versions | LoadForms.Replay };

    public static SectionKey<LoadOptions> CommitRows { get; } = Make.Value(
        "commitRows", new NumberShape(1, AllWord: "all"), "Rows per commit",
        scalar => scalar.ToNumber(), rows => rows == 0 ? "all" : rows.ToString(),
        load => load.CommitRows, (load, value) => load with { CommitRows = value }) with
    { TakenBy = LoadForms.Versions };

    public static SectionKey<LoadOptions> Range { get; } = Make.Map<LoadRange>(
        "range", "The rows that ReplaceRange replaces", null, "a range",
        [
            new(new Key("column", Parts.NameOfColumn, "The column by which rows are in it: a number, date or "
                + "time.") { IsRequired = true }, range => range.Column),
            new(new Key("from", Parts.Text, "The first value; default the least."), range => range.From),
            new(new Key("to", Parts.Text, "The first value behind it; default the greatest."), range => range.To),
        ],
        range => new LoadRange(range.Text("column") ?? "", range.Text("from"), range.Text("to")),
        load => load.Range, (load, value) => load with { Range = value }) with
    { Effects = Effect.Reloads, TakenBy = LoadForms.Replay };

    public static SectionKey<LoadOptions> LatestBy { get; } = Make.Names(
        "latestBy", "Columns whose greatest values win among rows of one key", "the last read",
        load => load.LatestBy, (load, value) => load with { LatestBy = value }, Parts.NamesOfColumns) with
    { Effects = Effect.Reloads, TakenBy = LoadForms.Buffer };

    public static SectionKey<LoadOptions> TableLock { get; } = Make.Flag(
        "tableLock", "Nobody else writes the target while it is published",
        load => load.TableLock, (load, value) => load with { TableLock = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> CheckConstraints { get; } = Make.Flag(
        "checkConstraints", "Whether a bulk load checks constraints",
        load => load.CheckConstraints, (load, value) => load with { CheckConstraints = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> KeepIdentity { get; } = Make.Flag(
        "keepIdentity", "Whether rows bring the numbers of an identity column",
        load => load.KeepIdentity,
        (load, value) => load with { KeepIdentity = value }) with
    { Effects = Effect.Reloads, TakenBy = LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> KeepNulls { get; } = Make.Flag(
        "keepNulls", "Whether NULL stays NULL in a column with a default",
        load => load.KeepNulls, (load, value) => load with { KeepNulls = value }) with
    { Effects = Effect.Reloads, TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> FireTriggers { get; } = Make.FlagOrNone(
        "fireTriggers", "Whether triggers fire", "those of the statement that publishes",
        load => load.FireTriggers,
        (load, value) => load with { FireTriggers = value }) with
    { Effects = Effect.Reloads, TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> SortedBy { get; } = Make.Names(
        "sortedBy", "Columns in whose order the rows are written", "as read",
        load => load.SortedBy, (load, value) => load with { SortedBy = value }, Parts.NamesOfColumns) with
    { TakenBy = LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> ForeignKeys { get; } = Make.Word(
        "foreignKeys", "What happens to foreign keys, both ways, while the rows are published",
        load => load.ForeignKeys, (load, value) => load with { ForeignKeys = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> Indexes { get; } = Make.Word(
        "indexes", "What happens to indexes that guard nothing while the rows are published",
        load => load.Indexes, (load, value) => load with { Indexes = value }) with
    { TakenBy = LoadForms.Replay | LoadForms.File };

    public static SectionKey<LoadOptions> SplitBy { get; } = Make.Map<SplitBy>(
        "splitBy", "The streams in which a table is read and written side by side", "one", "splitBy",
        [
            new(new Key("column", Parts.NameOfColumn, "The column of the source by whose values the rows are parted: a "
                + "whole number, decimal, date or time.") { IsRequired = true }, split => split.Column),
            new(new Key("parts", new NumberShape(2, Max: 16), "How many streams.") { IsRequired = true },
                split => split.Parts.ToString()),
        ],
        split => new SplitBy(split.Text("column") ?? "", split.Number("parts") ?? 1),
        load => load.SplitBy, (load, value) => load with { SplitBy = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.File };

    public static SectionKey<LoadOptions> Statistics { get; } = Make.Flag(
        "statistics", "Whether the server counts the rows anew for its plans",
        load => load.Statistics, (load, value) => load with { Statistics = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    // What is not written looks for less than any word.
    public static SectionKey<LoadOptions> Drift { get; } = Make.WordOrNone(
        "drift", "What happens where source or target have other columns than is known",
        "fail, new columns of the source not looked for",
        load => load.Drift, (load, value) => load with { Drift = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.File };

    public static SectionKey<LoadOptions> OtherColumns { get; } = Make.WordOrNone(
        "otherColumns", "What becomes of columns of the target that the metadata do not name",
        "keep where the table is not the engine's, else fail",
        load => load.OtherColumns, (load, value) => load with { OtherColumns = value }) with
    { TakenBy = LoadForms.Versions | LoadForms.Replay | LoadForms.File };

    // A plan tells in which parts rows are read behind which are.
    public static Section<LoadOptions> Section { get; } = Make.Section(
        [
            Pattern, Swap, FastLoad, CommitRows, Range, LatestBy, TableLock, CheckConstraints, KeepIdentity, KeepNulls,
            FireTriggers, SortedBy, ForeignKeys, Indexes, SplitBy, Statistics, Drift, OtherColumns,
        ],
        [
            Pattern, Swap, FastLoad, CommitRows, Range, SplitBy, LatestBy, TableLock, CheckConstraints, KeepIdentity,
            KeepNulls, FireTriggers, SortedBy, ForeignKeys, Indexes, Statistics, Drift, OtherColumns,
        ]);

    /// <summary>The options of a load that is none of the usual ones.</summary>
    public static LoadOptions For(LoadForms form, LoadOptions load) =>
        NotTakenBy(form).Aggregate(load, (rest, key) => key.Reset(rest));

    /// <summary>What a load does not take that is none of the usual ones.</summary>
    public static IEnumerable<SectionKey<LoadOptions>> NotTakenBy(LoadForms form) =>
        Section.Keys.Where(key => !key.TakenBy.HasFlag(form));

    /// <summary>What such a load says and does not take: the key, its value as a plan tells it, and where it was
    /// written.</summary>
    public static IEnumerable<(string Key, string Value, Origin At)> IdleIn(LoadForms form, LoadOptions load)
    {
        foreach (var key in NotTakenBy(form))
        {
            var list = new PropertyList();
            key.Tell(list, load);
            if (list.Properties.FirstOrDefault(told => !told.IsDefault) is { } written)
            {
                yield return (key.Name, written.Value, written.At);
            }
        }
    }
}
