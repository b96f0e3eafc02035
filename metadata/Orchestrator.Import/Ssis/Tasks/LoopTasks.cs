using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>ForEach and For loops as `forEach` of a container. Their turns follow one another, as there.</summary>
/// <param name="context">The package.</param>
/// <param name="loop">The loop.</param>
internal sealed class LoopTasks(TaskContext context, SsisExecutable loop)
{
    private const int AtMost = 10_000;

    // Its turns follow each other anyway.
    private const string WhileKey = "while";

    // A folder that somebody gives is that of design time.
    private const string Directory = "Directory";

    /// <summary>What stands under `forEach`; the variables of the loop are given by its turns from here on.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public DraftMap Map(ProjectDraft project, ContainerDraft? within)
    {
        DraftEntry?[] said =
        [
            .. loop.For is not null ? Counted(project)
                : loop.ForEach is { } each ? Each(each, project)
                : throw No("the loop does not say what it runs over", loop.Name),
        ];
        return DraftMap.Of(
        [
            .. said,
            DraftEntry.If(said.All(each => each?.Key != WhileKey), "turns", DraftPart.Of("Linear")),
            DraftEntry.Maybe("within", within?.Name),
        ]);
    }

    /// <summary>Whether it runs over rows of which nobody has told the columns.</summary>
    public bool IsOverNothing => loop.ForEach is { Kind: EnumeratorKind.Rows } each
        && context.Values.Find(loop.Path, each.Variable)?.Draft is { Rows.Count: 0 };

    /// <summary>The folder of the files that it runs over; null = it runs over none, or only the run knows it.
    /// </summary>
    public ConnectionDraft? FilesFolder()
    {
        if (loop.ForEach is not { Kind: EnumeratorKind.Files } each)
        {
            return null;
        }

        try
        {
            return context.Connections.Folder(
                FilePlace.FolderOf(Constant(Directory, each.Folder, each)), context.Package.File);
        }
        catch (OpenException)
        {
            return null;
        }
    }

    /// <summary>The variables that the loop gives, where nobody can say how.</summary>
    public IReadOnlyList<VariableDraft> Given() =>
    [
        .. (loop.ForEach?.Mappings ?? []).Select(each => context.Values.Find(loop.Path, each.Variable)?.Draft)
            .OfType<VariableDraft>().Distinct(),
    ];

    private IEnumerable<DraftEntry?> Each(ForEachLoop each, ProjectDraft project) => each.Kind switch
    {
        EnumeratorKind.Rows when each.Walk != RowSetWalk.Tables => Rows(each),
        EnumeratorKind.Files => Files(each),
        EnumeratorKind.Items => Items(each, project),
        _ => throw No($"a loop over {each.Kind} ({each.CreationName}) has no equal: ask the catalog of the database in "
            + "a query, or a class in C#", each.RawText ?? each.CreationName),
    };

    private IEnumerable<DraftEntry?> Rows(ForEachLoop each)
    {
        var rows = Find(each.Variable);
        if (rows.Draft is not { } draft || rows.Writers.Count == 0)
        {
            throw No($"nobody fills the rows of '{rows.FullName}'", each.Variable);
        }

        var columns = RowColumns.Of(context, rows);
        foreach (var mapping in each.Mappings)
        {
            Turn(mapping.Variable, columns.GetValueOrDefault(mapping.Index)?.Name ?? "", null);
        }

        return [DraftEntry.Of("rows", draft.Use())];
    }

    private IEnumerable<DraftEntry?> Files(ForEachLoop each)
    {
        var folder = Constant(Directory, each.Folder, each);
        var pattern = Constant("FileSpec", each.FileSpec, each);
        if (each.IsRecursive)
        {
            throw No("a loop over files looks into one folder, and this one into those below it, too", folder);
        }

        var isCut = each.NameRetrieved == "Name";
        if (isCut && each.Mappings.Count > 0 && Ending(pattern) == 0)
        {
            throw No("a turn knows its file with the ending, and this loop gives names without it", pattern);
        }

        if (each.Mappings.Count > 1)
        {
            throw No("a loop over files gives one variable", pattern);
        }

        var place = context.Connections.Folder(FilePlace.FolderOf(folder), context.Package.File);
        string? name = null;
        foreach (var only in each.Mappings)
        {
            name = Find(only.Variable).Draft?.Name ?? throw No("its variable cannot be set here", only.Variable);
            Turn(only.Variable, name, isCut ? null : place, each.NameRetrieved == "FullPath",
                isCut ? Ending(pattern) : 0);
        }

        var mask = pattern.Length == 0 || pattern == "*.*" ? "*" : pattern;
        return
        [
            DraftEntry.Of("files", mask),
            DraftMask.Case(mask),
            DraftEntry.Of("connection", place.Name),
            DraftEntry.Maybe("variable", name),
        ];
    }

    private IEnumerable<DraftEntry?> Items(ForEachLoop each, ProjectDraft project)
    {
        if (each.Mappings is [{ Index: 0 } only] && each.Items.All(item => item.Count > 0))
        {
            var name = Find(only.Variable).Draft?.Name ?? throw No("its variable cannot be set here", only.Variable);
            Turn(only.Variable, name, null);
            return
            [
                new("values", DraftPart.Of(each.Items.Select(item => item[0]))), DraftEntry.Of("variable", name),
            ];
        }

        // Of several columns a query tells the rows, in the order in which they stand here.
        var database = new[] { project.Target, project.Source }.FirstOrDefault(one =>
            one is { Platform: DraftPlatforms.Server }) ?? context.Connections.Nothing;
        if (each.Items.Count == 0
            || each.Mappings.Count == 0 || each.Mappings.Any(map => each.Items.Any(item => item.Count <= map.Index)))
        {
            throw No("it takes a column of its items that not each of them has", loop.Name);
        }

        var values = each.Mappings.Select(map => (map.Index, Find(map.Variable).Draft
            ?? throw No("its variable cannot be set here", map.Variable))).ToArray();
        foreach (var map in each.Mappings)
        {
            Turn(map.Variable, Find(map.Variable).Draft!.Name, null);
        }

        string[] names = [.. values.Select(value => value.Item2.Name)];
        var rows = each.Items.Select(item => values.Select(value => item[value.Index]).ToArray()).ToArray();
        return
        [
            DraftEntry.Of("query", ItemQuery.Of(names, rows, database.Platform)),
            new("rows", new DraftMap([.. values.Select(value =>
                DraftEntry.Of(value.Item2.Name, value.Item2.DataType))])),
            DraftEntry.Of("connection", database.Name),
        ];
    }

    // `@i = 1; @i <= 3; @i = @i + 1` is from 1 to 3; anything else is a condition, of a value that its turns set.
    private IEnumerable<DraftEntry?> Counted(ProjectDraft project)
    {
        var written = Begun(loop.For!);
        if (Range(written) is { } range)
        {
            var name = range.Counter.Draft!.Name;
            Turn(range.Counter.FullName, name, null);
            return
            [
                new DraftEntry("from", new DraftBare(range.From)), new DraftEntry("to", new DraftBare(range.To)),
                DraftEntry.Of("variable", name),
            ];
        }

        if (new SteppedLoops(context, loop).Of(written, project) is { } stepped)
        {
            Turn(stepped.Counter.FullName, stepped.Counter.Draft!.Name, null);
            return stepped.Said;
        }

        if (written.Init.Trim().Length > 0 || written.Assign.Trim().Length > 0)
        {
            throw No("a loop that neither counts to a bound nor asks a condition alone has no equal as it is",
                $"{written.Init}; {written.Evaluate}; {written.Assign}");
        }

        var read = new Readings(context, loop.Path, () => project);
        var condition = read.Condition(written.Evaluate);
        if (read.Before.Count > 0)
        {
            throw No("its condition has to be reckoned by an object", written.Evaluate);
        }

        return
        [
            DraftEntry.Of(WhileKey, condition),
            new DraftEntry("atMost", new DraftBare(AtMost.ToString(CultureInfo.InvariantCulture))),
        ];
    }

    // Without a beginning it counts from what its variable has in the package, the one time that the loop is come to.
    private ForLoop Begun(ForLoop written)
    {
        var assign = SsisAssignment.Parse(written.Assign);
        return written.Init.Trim().Length == 0 && assign.IsWhole
            && context.Values.Find(loop.Path, Name(assign.Result.Target)) is
            { Expression: null, IsGiven: false } counter
            && counter.Writers.All(each => each == loop.Path)
            && ImportedTypes.Read(counter.Type, counter.Value)?.Content is long first && context.IsOnce(loop.Path)
            ? written with { Init = $"@[{counter.FullName}] = {Number(first)}" } : written;
    }

    private (string From, string To, ImportedValue Counter)? Range(ForLoop written)
    {
        var (init, assign, test) = (SsisAssignment.Parse(written.Init), SsisAssignment.Parse(written.Assign),
            SsisExpression.Parse(written.Evaluate));
        if (!init.IsWhole || !assign.IsWhole || !test.IsWhole
            || test.Result.Root is not SsisBinaryNode { Left: SsisVariableNode tested } bound
            || bound.Operator is not (SsisBinaryOperator.Less or SsisBinaryOperator.LessOrEqual)
            || assign.Result.Value.Root is not SsisBinaryNode
            {
                Operator: SsisBinaryOperator.Add,
                Left: SsisVariableNode counted,
                Right: SsisLiteralNode { Value.Content: 1L },
            })
        {
            return null;
        }

        var names = new[] { init.Result.Target, assign.Result.Target, tested, counted };
        var counter = context.Values.Find(loop.Path, Name(tested));
        var first = Whole(init.Result.Value.Root);
        var last = Whole(bound.Right);
        return counter?.Draft is null || names.Any(each => context.Values.Find(loop.Path, Name(each)) != counter)
                || first is null || last is null || counter.Writers.Any(each => each != loop.Path)
            ? null
            : (Number(first.Value), Number(last.Value - (bound.Operator == SsisBinaryOperator.Less ? 1 : 0)), counter);
    }

    private long? Whole(SsisNode node) =>
        context.Values.Constant(loop.Path, SsisExpression.Print(node), takesGiven: false)?.Content is long whole
            ? whole : null;

    // How long the ending is that all files of a pattern have; 0 = each has its own.
    private static int Ending(string pattern) =>
        pattern.LastIndexOf('.') is var dot and >= 0 && pattern.AsSpan(dot).IndexOfAny('*', '?') < 0
            ? pattern.Length - dot : 0;

    private void Turn(
        string variable, string name, ConnectionDraft? folder, bool isPath = false, int ending = 0)
    {
        var value = Find(variable);
        if (value.Draft is not { } draft)
        {
            throw No($"'{value.FullName}' cannot be set here", variable);
        }

        draft.IsOfTurn = true;
        context.Give(new TurnValue(loop.Path, value, name, folder) { IsPath = isPath, Ending = ending });
    }

    private string Constant(string property, string written, ForEachLoop each)
    {
        var expression = each.Expressions.FirstOrDefault(one => one.Property == property)?.Expression;
        return expression is null ? written
            : context.Values.Constant(loop.Path, expression, takesGiven: property == Directory) is { } constant
                ? ImportedTypes.Text(constant) ?? ""
            : throw No(property == Directory
                ? "only the run knows the folder of its files: a connection to a folder is known before it"
                : "only the run knows the pattern of its files", expression);
    }

    private ImportedValue Find(string name) => context.Values.Find(loop.Path, name)
        ?? throw No($"there is no variable '{name}'", name);

    private static string Name(SsisVariableNode node) => node.Space is { } space ? $"{space}::{node.Name}" : node.Name;

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static OpenException No(string why, string text) => new(SsisOpenCodes.Loop, why, text, SsisOpenCodes.Hour);
}
