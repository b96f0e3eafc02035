using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// The part of a source that one attempt reads: behind the watermark as it stood when the attempt began, up to a bound
/// that is fixed before the first row is read. What is committed later lies behind that bound.
/// </summary>
internal sealed class WatermarkWindow
{
    private const int DateLength = 10;
    private const string Upper = "the upper bound";

    private readonly ObjectDefinition _definition;
    private readonly Watermark _watermark;
    private readonly bool _isAnew;

    private WatermarkWindow(ObjectDefinition definition, bool isAnew, TypedValue? stands, TypedValue? to)
    {
        (_definition, _isAnew) = (definition, isAnew);
        (_watermark, Stands, To) = (definition.Watermark!, stands, to);
    }

    /// <summary>Where the watermark stands; null = at the beginning.</summary>
    public TypedValue? Stands { get; }

    /// <summary>The upper bound; null = there is no row.</summary>
    public TypedValue? To { get; }

    /// <summary>Whether the upper bound lies before where the watermark stands.</summary>
    public bool IsBehind => To is not null && Stands is not null && To.CompareTo(Stands) < 0;

    /// <summary>Rows of the source that have no value in the column: no load ever reads them.</summary>
    public long Without { get; private init; }

    /// <summary>Rows of the source behind whose value nothing comes: no load ever reads them.</summary>
    public long Endless { get; private init; }

    /// <summary>
    /// How far the watermark is moved: never back, unless everything was loaded anew and nothing was there; null where
    /// it stays.
    /// </summary>
    public WatermarkMoved? Moved => To is null && !_isAnew ? null
        : To is not null && Stands is not null && To.CompareTo(Stands) <= 0 ? null
        : new WatermarkMoved(_watermark.Name, (To?.Type ?? _watermark.DataType).ToString(), To?.Text);

    /// <summary>The bounds as parameters.</summary>
    public IReadOnlyList<(string Name, object? Value)> Bounds { get; private set; } = [];

    private TypedValue? Begin => Stands is null ? _watermark.Default : _watermark.Begin(Stands);

    /// <summary>A bound as an argument of the procedure that is read; null = NULL: everything, or nothing is there.
    /// </summary>
    public TypedValue? BoundOf(WatermarkBound bound) => bound.IsFrom ? Begin : To;

    /// <summary>Fixes the bounds.</summary>
    /// <exception cref="PackageRefusedException">A bound is no value of the watermark's type.</exception>
    public static WatermarkWindow Open(IDatabase source, PackageContext context, WatermarkStart start)
    {
        var definition = context.Object;
        var watermark = definition.Watermark!;
        var sql = new WatermarkDialect(source.Platform.Dialect, watermark.Column);
        RefuseOtherName(definition, start);
        var stands = start.Value is null ? null : Standing(watermark, start.Value);
        if (definition.Source!.Procedure is not null)
        {
            var last = UpperBound(source, context, watermark.ToSql!.Text);
            return new WatermarkWindow(definition, start.IsFullRefresh, stands, Read(watermark, last!, Upper));
        }

        var all = LoadSource.Everything(definition, source.Platform.Dialect);
        var bound = UpperBound(source, context, watermark.ToSql?.Text ?? sql.Largest(all));
        RefuseOtherText(source, watermark, bound);
        RefuseIncomparable(source, context, sql, all);
        var endless = EndlessAt(source.Platform.Dialect, watermark, bound);
        bound = endless is null ? bound : source.Ask(sql.Largest(all, endless), context.Values).First[0];
        var to = bound is null ? null : Read(watermark, bound, Upper);
        var window = new WatermarkWindow(definition, start.IsFullRefresh, stands, to)
        {
            Without = source.Number(sql.CountWithout(all), context.Values),
            Endless = endless is null ? 0 : source.Number(sql.Count(all, endless), context.Values),
        };
        // The signs are those of one side, ORC1072 sees to that: both stand before the equal values, or behind them.
        window.Bind(bounds => source.Bounds(bounds, watermark.FromIsIncluded, sql.Alone(all), context.Values));
        return window;
    }

    private static string? UpperBound(IDatabase source, PackageContext context, string sql)
    {
        var watermark = context.Object.Watermark!;
        var answer = source.Ask(sql, context.Values).First;
        var bound = answer.Count == 0 ? null : answer[0];
        return bound is not null || watermark.ToSql is null ? bound
            : throw Refused($"`toSql` of the watermark '{watermark.Name}' returned no value. "
                + "Let it return the upper bound, in one row.");
    }

    private void Bind(Func<IReadOnlyList<TypedValue>, IReadOnlyList<object>> bind)
    {
        var bound = bind([.. new[] { Begin, To }.OfType<TypedValue>()]);
        Bounds =
        [
            .. Begin is null ? Array.Empty<(string, object?)>() : [(WatermarkDialect.From, bound[0])],
            (WatermarkDialect.To, To is null ? null : bound[^1]),
        ];
    }

    // Infinity, NaN and the last day there is come behind all that will ever be: a watermark that stood there would
    // read nothing any more. They are the largest values, so that others need no second question; and that day is one
    // before or two where it was written in one time zone and is read in another.
    private static string? EndlessAt(Dialect dialect, Watermark watermark, string? largest) =>
        watermark.ToSql is null && largest is not null
        && ((watermark.DataType.IsTemporal && string.CompareOrdinal(largest, LastDays.From) >= 0)
            || !TypedValue.TryWiden(watermark.DataType, largest, out _, out _))
            ? dialect.Endless(watermark.DataType, watermark.Column) : null;

    /// <summary>The statement that reads what lies between the bounds.</summary>
    public string Statement(Dialect dialect) => Statement(_definition, dialect, hasBegin: Begin is not null);

    /// <summary>Which rows of a table it reads.</summary>
    public string Where(Dialect dialect) => Where(_definition, dialect, hasBegin: Begin is not null);

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
    public override string ToString() => To is null ? $"{_watermark.Column}: nothing there"
        : $"{_watermark.Column} {(Begin is { } from ? $"{(_watermark.FromIsIncluded ? ">=" : ">")} {from} " : "")}"
            + $"{(_watermark.ToIsIncluded ? "<=" : "<")} {To}";

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

    // A number never lies between two texts, nor a text between two numbers: no load would read such a row.
    private static void RefuseIncomparable(
        IDatabase source, PackageContext context, WatermarkDialect sql, string all)
    {
        var watermark = context.Object.Watermark!;
        var dialect = source.Platform.Dialect;
        if (dialect.Incomparable(watermark.DataType, watermark.Column) is { } condition
            && source.Number(sql.Count(all, condition), context.Values) is > 0 and var rows)
        {
            throw new PackageRefusedException(
                "ORC3560", ErrorClass.Config, "open",
                $"{rows} rows hold a value in '{watermark.Column}' that {source.Platform.Name} keeps in another way "
                + $"than {watermark.DataType}, so that it compares with no bound. Correct them, or convert them in a "
                + "`query`.");
        }
    }

    // From a value of another column rows would be passed by, and from the beginning Append would write all once more.
    private static void RefuseOtherName(ObjectDefinition definition, WatermarkStart start)
    {
        if (start is { IsFullRefresh: false, OtherName.Length: > 0 })
        {
            var node = definition.FullName;
            throw Refused($"The ledger has '{start.OtherName}' as the last watermark of '{node}', and the metadata say "
                + $"'{definition.Watermark!.Name}'. Say where that begins: `orchestrator watermarks set {node} VALUE`, "
                + $"or `reset {node}`.");
        }
    }

    // With all of its digits, as it was kept: rounded down it would read rows once more that are there.
    private static TypedValue Standing(Watermark watermark, string text) =>
        TypedValue.TryWiden(watermark.DataType, text, out var value, out var problem)
            ? value!
            : throw Refused($"'{text}', where '{watermark.Name}' stands, is no {watermark.DataType}: {problem}. Give "
                + "the watermark the type that it had, or set it anew (`orchestrator watermarks set`).");

    // The largest value keeps the digits that its column has, whatever the type of the watermark: rounded down it would
    // hold back the newest rows, each night anew. What `toSql` says is rounded down, as somebody chose it and may have
    // asked a clock that is finer than the column.
    private static TypedValue Read(Watermark watermark, string text, string what)
    {
        var isRead = watermark.ToSql is null
            ? TypedValue.TryWiden(watermark.DataType, text, out var value, out var problem)
            : TypedValue.TryRoundDown(watermark.DataType, text, out value, out problem);
        return isRead ? value! : throw Refused($"'{text}', {what} of '{watermark.Name}', is no {watermark.DataType}: "
            + $"{problem}. Give the watermark a type that has this value, or compare another one by a `query`.");
    }

    private static PackageRefusedException Refused(string message) =>
        new("ORC3450", ErrorClass.Config, "open", message);
}
