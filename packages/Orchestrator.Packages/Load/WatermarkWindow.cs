using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Orchestrator.Types;

namespace Orchestrator.Packages.Load;

/// <summary>
/// The part of a source that one attempt reads: behind the watermark as it stood when the attempt began, up to a bound
/// that is fixed before the first row is read. What is committed later lies behind that bound.
/// </summary>
internal sealed class WatermarkWindow
{
    private const int DateLength = 10;

    private readonly ObjectDefinition definition;
    private readonly Watermark watermark;
    private readonly TypedValue? stands;
    private readonly TypedValue? to;

    private WatermarkWindow(ObjectDefinition definition, TypedValue? stands, TypedValue? to, long without)
    {
        this.definition = definition;
        (watermark, this.stands, this.to, Without) = (definition.Watermark!, stands, to, without);
    }

    /// <summary>Rows of the source that have no value in the column: no load ever reads them.</summary>
    public long Without { get; }

    /// <summary>How far the watermark is moved: never back; null where it stays.</summary>
    public WatermarkMoved? Moved => to is null || (stands is not null && to.CompareTo(stands) <= 0)
        ? null
        : new WatermarkMoved(watermark.Name, watermark.DataType.ToString(), to.Text);

    /// <summary>The bounds as parameters.</summary>
    public IReadOnlyList<(string Name, object? Value)> Bounds =>
    [
        .. Begin is { } from ? [(WatermarkDialect.From, from.Parameter)] : Array.Empty<(string, object?)>(),
        (WatermarkDialect.To, to?.Parameter),
    ];

    private TypedValue? Begin => stands is null ? watermark.Default : watermark.Begin(stands);

    /// <summary>Fixes the bounds.</summary>
    /// <exception cref="PackageRefusedException">A bound is no value of the watermark's type.</exception>
    public static WatermarkWindow Open(IDatabase source, PackageContext context, WatermarkStart start)
    {
        var definition = context.Object;
        var watermark = definition.Watermark!;
        var sql = new WatermarkDialect(source.Platform.Dialect, watermark.Column);
        var all = LoadSource.Everything(definition, source.Platform.Dialect);
        var stands = start.Value is null ? null : Read(watermark, start.Value, "the watermark");
        var answer = source.Ask(watermark.ToSql?.Text ?? sql.Largest(all), context.Values).First;
        var bound = answer.Count == 0 ? null : answer[0];
        if (bound is null && watermark.ToSql is not null)
        {
            throw Refused($"`toSql` of the watermark '{watermark.Name}' returned no value. "
                + "Let it return the upper bound, in one row.");
        }

        RefuseOtherText(source, watermark, bound);
        return new WatermarkWindow(definition, stands, bound is null ? null : Read(watermark, bound, "the upper bound"),
            source.Number(sql.CountWithout(all), context.Values));
    }

    /// <summary>The statement that reads what lies between the bounds.</summary>
    public string Statement(Dialect dialect) => Statement(definition, dialect, hasBegin: Begin is not null);

    /// <summary>Which rows of a table it reads.</summary>
    public string Where(Dialect dialect) => Where(definition, dialect, hasBegin: Begin is not null);

    /// <summary>The same for a definition, without a database.</summary>
    public static string Statement(ObjectDefinition definition, Dialect dialect, bool hasBegin)
    {
        var (from, to) = Signs(definition.Watermark!, hasBegin);
        return definition.Source!.Query is { } query
            ? new WatermarkDialect(dialect, definition.Watermark!.Column).Between(query.Text, from, to)
            : LoadSource.OfTable(definition, dialect, Where(definition, dialect, hasBegin));
    }

    /// <summary>The same for a definition, without a database.</summary>
    public static string Where(ObjectDefinition definition, Dialect dialect, bool hasBegin)
    {
        var (from, to) = Signs(definition.Watermark!, hasBegin);
        return new WatermarkDialect(dialect, definition.Watermark!.Column)
            .Condition(definition.Source!.Where, from, to);
    }

    private static (string? From, string To) Signs(Watermark watermark, bool hasBegin) => (
        !hasBegin ? null : watermark.FromIsIncluded ? ">=" : ">",
        watermark.ToIsIncluded ? "<=" : "<");

    /// <summary>What is read, in words.</summary>
    public override string ToString() => to is null ? $"{watermark.Column}: nothing there"
        : $"{watermark.Column} {(Begin is { } from ? $"{(watermark.FromIsIncluded ? ">=" : ">")} {from} " : "")}"
            + $"{(watermark.ToIsIncluded ? "<=" : "<")} {to}";

    // SQLite compares times as the texts that they are, and 'T' comes behind the blank of a bound: the rows of the last
    // day would wait for the day after, and one that is written with a blank among them would never be read.
    private static void RefuseOtherText(IDatabase source, Watermark watermark, string? largest)
    {
        if (source.Platform.Abilities.IsFile && watermark is { ToSql: null, DataType.IsTemporal: true }
            && largest is { Length: > DateLength } && largest[DateLength] == 'T')
        {
            throw new PackageRefusedException(
                "ORC3560", ErrorClass.Config, "open",
                $"The column '{watermark.Column}' holds '{largest}', and its bounds are texts with a blank between day "
                + "and time, which other texts do not compare with. Read it by a `query` that writes it so: "
                + "`select …, replace(\"" + watermark.Column + "\", 'T', ' ') …`.");
        }
    }

    private static TypedValue Read(Watermark watermark, string text, string what) =>
        TypedValue.TryRoundDown(watermark.DataType, text, out var value, out var problem)
            ? value!
            : throw Refused($"'{text}', {what} of '{watermark.Name}', is no {watermark.DataType}: {problem}. "
                + "Give the watermark the type of its column.");

    private static PackageRefusedException Refused(string message) =>
        new("ORC3450", ErrorClass.Config, "open", message);
}
