using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Components that give each row on, with further columns or others in their place.</summary>
internal static class RowComponents
{
    private const string InQuery = "columns of the query";

    /// <summary>Derived Column.</summary>
    public static void Derive(FlowWork work, FlowComponent component)
    {
        var output = Output(component);
        var made = output.Columns
            .Where(each => work.Columns.IsTaken(FlowColumns.OriginOf(component, output, each))).ToList();
        var changed = component.Inputs.SelectMany(each => each.Columns)
            .Where(each => each.IsChanged && Expression(each.Properties).Length > 0).ToList();
        Refuse(made.Select(each => (each.Name, Kept(each.OnError), each.OnTruncation))
            .Concat(changed.Select(each => (each.Name, Kept(each.OnError), each.OnTruncation))));
        var input = work.Input(component);
        if (changed.Count == 0 && input is FileSet file
            && Constants(work, component, output, made, file) is { } constants)
        {
            Give(work, component, file with { Items = [.. file.Items, .. constants] });
            work.Folded(component, "values of columns of the load");
            return;
        }

        var set = work.Closed(FlowLandings.Growing(work, component, input));
        var items = set.Items.ToList();
        foreach (var column in changed)
        {
            var at = items.FindIndex(each => each.Column.Origin == column.Origin);
            if (at < 0)
            {
                throw FlowOpenException.Missing("it changes a column that does not come to it", column.Name);
            }

            items[at] = items[at] with
            {
                Sql = Value(work, (component, column.Name), column.Properties, set,
                    (column.OnError, column.OnTruncation), column.Type),
            };
        }

        items.AddRange(New(work, component, output, made, set, each =>
            Value(work, (component, each.Name), each.Properties, set, (each.OnError, each.OnTruncation), each.Type)));
        Give(work, component, set.Grown(component.Name, items));
        work.Folded(component, InQuery);
    }

    /// <summary>Data Conversion.</summary>
    public static void Convert(FlowWork work, FlowComponent component)
    {
        var output = Output(component);
        var made = output.Columns
            .Where(each => work.Columns.IsTaken(FlowColumns.OriginOf(component, output, each))).ToList();
        var input = work.Input(component);
        var redirects = made.Exists(each => each.OnError == RowDisposition.RedirectRow
            || each.OnTruncation == RowDisposition.RedirectRow);
        if (input is FileSet file && IsOfFile(work, made, file))
        {
            Give(work, component, file with
            {
                Items =
                [
                    .. file.Items, .. made.Select(each => file.Find(each.Source)! with
                    {
                        Origin = FlowColumns.OriginOf(component, output, each),
                        Type = each.Type,
                        IsConverted = true,
                        CutsText = each.OnTruncation == RowDisposition.IgnoreFailure,
                    }),
                ],
                RedirectsErrors = file.RedirectsErrors || redirects,
            });
            work.Folded(component, "types of the columns of the load");
            return;
        }

        if (redirects)
        {
            throw FlowOpenException.NoOption("rows that cannot be converted are sent elsewhere within the flow: land "
                + "its rows with the types that they have to have and errors: {onError: redirect}", component.Name);
        }

        Refuse(made.Select(each => (each.Name, Kept(each.OnError), each.OnTruncation)));
        var set = work.Closed(FlowLandings.Growing(work, component, input));
        var items = New(work, component, output, made, set, each =>
        {
            var source = Source(set, each);
            var (dialect, from) = (set.Place.Dialect!.Value, source.Column.Type);
            var place = $"{component.Name}, {each.Name}";
            return each.OnError == RowDisposition.IgnoreFailure && !IsAlwaysText(from, each.Type)
                ? FlowExpressions.CastOrNull(source.Sql, from, each.Type, dialect, place)
                    ?? throw NullAtFault(each.Name)
                : FlowExpressions.Cast(
                    source.Sql, from, each.Type, each.OnTruncation == RowDisposition.IgnoreFailure, dialect, place);
        });
        Give(work, component, set.Grown(component.Name, [.. set.Items, .. items]));
        work.Folded(component, InQuery);
    }

    /// <summary>Copy Column.</summary>
    public static void Copy(FlowWork work, FlowComponent component)
    {
        var output = Output(component);
        var input = work.Input(component);
        if (input is FileSet file)
        {
            Give(work, component, file with
            {
                Items =
                [
                    .. file.Items, .. output.Columns.Select(each => (file.Find(each.Source)
                        ?? throw Lost(each)) with
                    {
                        Origin = FlowColumns.OriginOf(component, output, each),
                    }),
                ],
            });
        }
        else
        {
            var set = work.Closed(FlowLandings.Growing(work, component, input));
            Give(work, component, set.Grown(component.Name,
                [.. set.Items, .. New(work, component, output, output.Columns, set, each => Source(set, each).Sql)]));
        }

        work.Folded(component, InQuery);
    }

    /// <summary>Character Map: only what makes letters small or large is a function elsewhere.</summary>
    public static void MapCharacters(FlowWork work, FlowComponent component)
    {
        var output = Output(component);
        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var items = set.Items.ToList();
        foreach (var column in component.Inputs.SelectMany(each => each.Columns).Where(each => each.IsChanged))
        {
            var at = items.FindIndex(each => each.Column.Origin == column.Origin);
            if (at >= 0)
            {
                items[at] = items[at] with
                {
                    Sql = Mapped(work, Property(column.Properties, "MapFlags"), items[at], set),
                };
            }
        }

        items.AddRange(New(work, component, output, output.Columns, set, each =>
            Mapped(work, Property(each.Properties, "MapFlags"), Source(set, each), set)));
        Give(work, component, set.Grown(component.Name, items));
        work.Folded(component, InQuery);
    }

    /// <summary>Multicast, and what only passes rows on.</summary>
    public static void Pass(FlowWork work, FlowComponent component)
    {
        var set = FlowLandings.Forked(work, component, work.Input(component));
        Give(work, component, set);
        work.Folded(component, "loads that read the same rows");
    }

    /// <summary>Row Count.</summary>
    public static void Count(FlowWork work, FlowComponent component)
    {
        var set = work.Input(component);
        work.Counted.Add((component, component.Property("VariableName") ?? "", set));
        Give(work, component, set);
    }

    /// <summary>The rows for each output that is no error output.</summary>
    public static void Give(FlowWork work, FlowComponent component, FlowSet set)
    {
        foreach (var output in FlowWork.MainOutputs(component))
        {
            work.Give(component, output, set);
        }
    }

    /// <summary>Columns that a component adds to a set, with names that are unique in it.</summary>
    public static IReadOnlyList<SqlItem> New(
        FlowWork work, FlowComponent component, FlowOutput output, IEnumerable<OutputColumn> columns, SqlSet set,
        Func<OutputColumn, string> sql)
    {
        HashSet<string> names = new(set.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        return
        [
            .. columns.Where(each => work.Columns.IsTaken(FlowColumns.OriginOf(component, output, each)))
                .Select(each => new SqlItem(new(FlowColumns.OriginOf(component, output, each),
                    FlowNames.Unique(each.Name, " ", names), each.Type), sql(each))),
        ];
    }

    public static SqlItem Source(SqlSet set, OutputColumn column) => set.Find(column.Source) ?? throw Lost(column);

    public static string Property(IReadOnlyList<SsisProperty> properties, string name) =>
        properties.FirstOrDefault(each => each.Name == name)?.Value ?? "";

    private static FlowOpenException Lost(OutputColumn column) =>
        FlowOpenException.Missing("the column that it is made of does not come to it", column.Name);

    private static FlowOutput Output(FlowComponent component) => FlowWork.MainOutputs(component).FirstOrDefault()
        ?? throw FlowOpenException.Missing("it has no output", component.Name);

    private static string Expression(IReadOnlyList<SsisProperty> properties) =>
        Property(properties, "Expression") + Property(properties, "FriendlyExpression");

    private static SsisBoundExpression Bound(FlowWork work, IReadOnlyList<SsisProperty> properties,
        IEnumerable<SetColumn> columns) => work.Expressions.Bind(
            Property(properties, "Expression"), Property(properties, "FriendlyExpression"), columns);

    private static string Value(FlowWork work, (FlowComponent Component, string Name) made,
        IReadOnlyList<SsisProperty> properties, SqlSet set,
        (RowDisposition OnError, RowDisposition OnTruncation) said, FlowType type)
    {
        var place = $"{made.Component.Name}, {made.Name}";
        var bound = Bound(work, properties, set.Columns);
        if (said.OnError == RowDisposition.IgnoreFailure && !FlowFaults.HasNone(bound.Root))
        {
            return work.Expressions.OrNull(bound, set, place) ?? throw NullAtFault(made.Name);
        }

        var cuts = said.OnTruncation == RowDisposition.IgnoreFailure;

        // What is too long for the column itself is cut as well.
        var isLonger = cuts && FlowColumnTypes.Of(type) is { IsText: true } column && bound.Type.IsText
            && column.Length < bound.Type.Length;
        return work.Expressions.Value(isLonger ? new SsisBoundExpression(bound.Text, new SsisCastTerm(
            bound.Root, FlowColumnTypes.Of(type)!, IsImplicit: false, bound.Root.Place)) : bound, set, cuts, place);
    }

    // Where NULL is to stand is asked column by column.
    private static RowDisposition Kept(RowDisposition onError) =>
        onError == RowDisposition.IgnoreFailure ? RowDisposition.FailComponent : onError;

    // Numbers and dates are texts in any case, and a text is one of more characters.
    private static bool IsAlwaysText(FlowType from, FlowType to) => FlowColumnTypes.IsText(to)
        && (!FlowColumnTypes.IsText(from) || to.Name is "DT_WSTR" or "DT_NTEXT"
            || (from.Name is "DT_STR" or "DT_TEXT" && from.CodePage == to.CodePage));

    private static FlowOpenException NullAtFault(string name) => FlowOpenException.NoOption(
        "a value that cannot be computed becomes NULL there: say in the query which ones those are", name);

    // What a row without a value has instead no dialect says.
    private static void Refuse(IEnumerable<(string Name, RowDisposition OnError, RowDisposition OnTruncation)> columns)
    {
        foreach (var (name, error, truncation) in columns)
        {
            if (error == RowDisposition.RedirectRow || truncation == RowDisposition.RedirectRow)
            {
                throw FlowOpenException.NoOption(
                    "a row that cannot be computed is sent elsewhere: say in the query which ones those are", name);
            }
        }
    }

    private static List<FileItem>? Constants(
        FlowWork work, FlowComponent component, FlowOutput output, List<OutputColumn> made, FileSet file)
    {
        List<FileItem> constants = [];
        foreach (var column in made)
        {
            var bound = Bound(work, column.Properties, file.Items.Select(each =>
                new SetColumn(each.Origin, each.Origin.Column, each.Type)));
            if (work.Expressions.Constant(bound) is not { } value)
            {
                return null;
            }

            constants.Add(new(FlowColumns.OriginOf(component, output, column), "", column.Type) { Value = value });
        }

        return constants;
    }

    // The load reads text as any type; what has a type already is not converted a second time.
    private static bool IsOfFile(FlowWork work, List<OutputColumn> made, FileSet file) => made.TrueForAll(each =>
        file.Find(each.Source) is { Value: null } item && FlowColumnTypes.IsText(item.Type)
        && work.Columns.IsTakenOnce(item.Origin) && made.Count(other => other.Source == each.Source) == 1
        && each.OnError != RowDisposition.IgnoreFailure
        && (each.OnTruncation != RowDisposition.IgnoreFailure || FlowColumnTypes.IsText(each.Type)));

    private static string Mapped(FlowWork work, string flags, SqlItem item, SqlSet set)
    {
        var function = flags switch
        {
            "256" => "LOWER",
            "512" => "UPPER",
            _ => throw FlowOpenException.NoOption("it maps characters otherwise than to small or large letters", flags),
        };
        var bound = work.Expressions.Bind(
            $"{function}(#{{{work.Columns.LineageOf(item.Column.Origin)}}})", "", [item.Column]);
        return work.Expressions.Value(bound, set, cuts: false);
    }
}
