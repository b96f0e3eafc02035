using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>How one object reads variables of its package; what it needs computed stands in objects before it.
/// </summary>
/// <param name="context">The package.</param>
/// <param name="path">The executable that reads.</param>
/// <param name="into">The project that the objects are made in, asked for when one is.</param>
internal sealed class Readings(TaskContext context, string path, Func<ProjectDraft> into)
{
    private const int DeepMax = 100;
    private const int TextMax = 100_000;
    private const int DefaultMax = 4000;

    private readonly List<ObjectDraft> _before = [];
    private readonly List<ImportedValue> _counts = [];
    private readonly Dictionary<ImportedValue, string> _computed = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<TurnValue, string> _paths = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<ImportedValue> _within = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<ImportedValue, OpenException> _failed = new(ReferenceEqualityComparer.Instance);

    /// <summary>The objects that compute what is read.</summary>
    public IReadOnlyList<ObjectDraft> Before => _before;

    /// <summary>The value that a name means.</summary>
    /// <exception cref="OpenException">There is none.</exception>
    public ImportedValue Value(string name) => context.Values.Find(path, name) ?? throw new OpenException(
        SsisOpenCodes.Value, $"there is no variable '{name}', or it has no equal here", name, SsisOpenCodes.Minutes);

    /// <summary>The parameter of SQL that a variable is, with its `@`, or a literal.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Sql(string name)
    {
        if (name == TaskNames.Variable)
        {
            return $"N'{TaskNames.Of(path).Replace("'", "''", StringComparison.Ordinal)}'";
        }

        var value = Value(name);
        if (SystemValues.Sql(value) is { } parameter)
        {
            return parameter;
        }

        if (context.IsCounted(value))
        {
            _counts.Add(value);
            return $"@{value.Draft!.Name}";
        }

        return value.Draft is null && context.Values.Constant(path, value) is { } constant
            ? $"N'{(ImportedTypes.Text(constant) ?? "").Replace("'", "''", StringComparison.Ordinal)}'"
            : $"@{Named(value)}";
    }

    /// <summary>What a variable is called in conditions and expressions of ours.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Condition(SsisSymbol symbol)
    {
        var value = Value($"{symbol.Space}::{symbol.Name}");
        return SystemValues.Fact(value)
            ?? (context.Counted.TryGetValue(value, out var rows) ? rows.Fact(into())
                : TaskNames.Fixed(context, path, symbol) is { } constant ? Literal(ImportedTypes.Text(constant) ?? "")
                : Named(value));
    }

    /// <summary>A condition as `when` takes it.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Condition(string expression)
    {
        var bound = context.Values.Bound(path, expression);
        if (bound.Type.Kind != SsisKind.Bool)
        {
            throw new OpenException(
                SsisOpenCodes.Expression, "the expression is no condition", expression, SsisOpenCodes.Minutes);
        }

        try
        {
            return Written(bound);
        }
        catch (OpenException)
        {
            // What conditions have no word for an object before reckons.
            return Computed(bound, $"{TaskNames.Of(path)}_condition");
        }
    }

    /// <summary>
    /// A text with what is only known in the run as `${var:…}`. Where joining texts is not enough, an object before
    /// reckons it.
    /// </summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    /// <param name="expression">The expression.</param>
    /// <param name="what">What it is for: the name of what reckons it.</param>
    /// <param name="takesGiven">Whether what somebody gives from outside is what it is at design time: of folders,
    /// which are known before the run.</param>
    public string Text(string expression, string what, bool takesGiven = false)
    {
        if (context.Values.Constant(path, expression, takesGiven) is { } constant)
        {
            return ForeignPlaceholders.Refused(ImportedTypes.Text(constant) ?? "", $"what '{expression}' comes to");
        }

        var bound = context.Values.Bound(path, expression);
        return Joined(bound.Root, takesGiven) ?? (takesGiven ? Begun(bound, what) : null) ?? Reckoned(bound, what);
    }

    /// <summary>The same of a variable.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string TextOf(string name, bool takesGiven = false)
    {
        var value = Value(name);
        return value.FullName == TaskNames.Variable ? TaskNames.Of(path)
            : context.Values.Constant(path, value, takesGiven) is { } constant
            ? ForeignPlaceholders.Refused(ImportedTypes.Text(constant) ?? "", $"'{name}'")
            : SystemValues.Fact(value)
                ?? (value.Expression is { } expression && !value.IsGiven
                    ? Within(value, expression, () => Text(expression, value.Name, takesGiven))
                    : context.TurnOf(value, path) is { IsPath: true } turn ? $"{turn.Before}${{var:{turn.Name}}}"
                    : $"${{var:{Named(value)}}}");
    }

    /// <summary>The variable of ours that holds what an expression comes to, which an object before sets.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Computed(SsisBoundExpression bound, string what, VariableDraft? variable = null)
    {
        var target = variable ?? context.Naming.New(context.Package.Name, what, Ours(bound.Type));
        target.IsOfRun = true;
        var one = context.New(into(), what, path);
        try
        {
            one.Body.Add(Assigned(one, [(bound, target)]));
        }
        catch (OpenException)
        {
            context.Forget([one]);
            throw;
        }

        _before.Add(one);
        return target.Use();
    }

    /// <summary>Takes back what was made for something that has no equal all the same.</summary>
    public void Undo()
    {
        context.Forget(_before);
        _before.Clear();
        _computed.Clear();
        _paths.Clear();
    }

    /// <summary>Tells the object that was made who counts rows for it, and what comes before it.</summary>
    public void Close(ObjectDraft one)
    {
        context.Facts.AddRange(_counts.Distinct().Select(value => (one, value)));
        one.DependsOn.AddRange(_before.Where(each => each != one)
            .Select(each => new DependencyDraft(each, null, DraftOutcome.Success)));
    }

    // A statement takes a count as a fact, which its own object has to name, and nobody behind it.
    private void Tell(ObjectDraft one, int from)
    {
        context.Facts.AddRange(_counts.Skip(from).Distinct().Select(value => (one, value)));
        _counts.RemoveRange(from, _counts.Count - from);
    }

    /// <summary>What an object of kind value or sql says to set variables to expressions, all of which read what is
    /// before any of them is set.</summary>
    /// <exception cref="OpenException">One has no equal.</exception>
    public DraftEntry Assigned(
        ObjectDraft one, IReadOnlyList<(SsisBoundExpression Bound, VariableDraft Target)> sets)
    {
        try
        {
            var said = sets.Select(each => (Text: Written(each.Bound), each.Target)).ToArray();
            one.Kind = DraftKinds.Value;
            return new("sets", new DraftMap([.. said.Select(each => DraftEntry.Of(each.Target.Use(), each.Text))]));
        }
        catch (OpenException)
        {
            // What the language of conditions has no word for a database reckons: that of the project, else the
            // solution's own, whose clock is that of the machine, as there.
            var isServer = into().Target is { Platform: DraftPlatforms.Server };
            var told = _counts.Count;
            var columns = sets.Select(each => (Made: SsisSqlText.Of(each.Bound,
                isServer ? DraftPlatforms.Dialect : DraftPlatforms.LocalDialect, TaskNames.Sql(context, path, Sql)),
                Name: each.Target.Use())).ToArray();
            if (Array.Find(columns, each => !each.Made.IsWhole).Made?.Open is { } open)
            {
                if (isServer)
                {
                    throw new OpenException(open);
                }

                throw;
            }

            Tell(one, told);
            one.Kind = DraftKinds.Statement;
            one.Writes = isServer ? one.Writes : context.Connections.Nothing;
            one.Body.Add(DraftEntry.Of(DraftKinds.Statement,
                "SELECT " + string.Join(", ", columns.Select(each => $"{each.Made.Text} AS [{each.Name}]"))));
            return new("sets", new DraftMap([.. columns.Select(each => DraftEntry.Of(each.Name, each.Name))]));
        }
    }

    /// <summary>What an expression comes to, as SQL of the database that the project writes.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string SqlOf(string expression) => SqlOf(context.Values.Bound(path, expression));

    private string SqlOf(SsisBoundExpression bound)
    {
        var made = SsisSqlText.Of(bound, DraftPlatforms.Dialect, TaskNames.Sql(context, path, Sql));
        return made.IsWhole ? made.Text : throw new OpenException(made.Open);
    }

    private static string Literal(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private string Written(SsisBoundExpression bound)
    {
        if (PathNames.Of(context, path, bound) is { } turn)
        {
            return turn.Name;
        }

        var made = SsisConditionText.Of(bound, new SsisConditionNames(Condition)
        {
            Now = DayTerms.AskForDays(bound.Root) ? "${run:asOf}" : null,
        });
        return made.IsWhole ? made.Text : throw new OpenException(made.Open);
    }

    private string Named(ImportedValue value)
    {
        if (context.TurnOf(value, path) is { } turn)
        {
            var name = turn.Name;
            return turn.IsPath ? OfFile(turn, "whole", $"{Literal(turn.Before)} || {name}")
                : turn.Ending > 0 ? OfFile(turn, "name", $"substring({name}, 1, length({name}) - {turn.Ending})")
                : name;
        }

        if (context.IsTurn(value))
        {
            throw new OpenException(SsisOpenCodes.Value,
                $"a loop gives '{value.FullName}', and nobody outside of it knows it", value.FullName,
                SsisOpenCodes.Minutes);
        }

        if (value.Draft is not { } draft || value.Type == SsisValueType.Object)
        {
            throw new OpenException(SsisOpenCodes.Value, $"'{value.FullName}' has no equal here", value.FullName,
                SsisOpenCodes.Minutes);
        }

        if (value.IsSecret)
        {
            throw new OpenException(SsisOpenCodes.Value,
                $"'{value.FullName}' is sensitive: its value can only be a secret of a connection",
                value.FullName, SsisOpenCodes.Minutes);
        }

        if (value.Expression is not { } expression)
        {
            return draft.Use();
        }

        // What stands beside an expression is what it came to once, in the designer.
        if (value.IsConstant && context.Values.Constant(path, value) is { } known
            && ImportedTypes.Text(known) is { Length: <= DefaultMax } text)
        {
            draft.Default = text;
            return draft.Use();
        }

        return Computed(value, expression, draft);
    }

    // However often it is named, and in whatever language that is tried: one object reckons it, or nobody can.
    private string Computed(ImportedValue value, string expression, VariableDraft draft)
    {
        if (_computed.TryGetValue(value, out var made))
        {
            return made;
        }

        if (_failed.TryGetValue(value, out var former))
        {
            throw new OpenException(former.Reason);
        }

        try
        {
            var own = value.Readers.Count > 1 ? null : draft;
            return _computed[value] = Within(
                value, expression, () => Computed(context.Values.Bound(path, expression), value.Name, own));
        }
        catch (OpenException open)
        {
            _failed[value] = open;
            throw;
        }
    }

    // A turn knows the name of its file: where more or less than that is asked for, an object before reckons it.
    private string OfFile(TurnValue turn, string what, string expression)
    {
        if (!_paths.TryGetValue(turn, out var made))
        {
            var target = context.Naming.New(context.Package.Name, $"{turn.Name}_{what}", "nvarchar(4000)");
            var one = context.New(into(), target.Name, path);
            one.Reckon(target, expression);
            one.Notes.AddRange(turn.IsPath ? [turn.FolderNote] : []);
            _before.Add(one);
            _paths[turn] = made = target.Use();
        }

        return made;
    }

    // Variables that are reckoned from each other in a circle have no end.
    private string Within(ImportedValue value, string expression, Func<string> step)
    {
        if (_within.Count >= DeepMax || !_within.Add(value))
        {
            throw new OpenException(SsisOpenCodes.Value, _within.Contains(value)
                ? $"variables are reckoned from each other in a circle: '{value.FullName}' from itself"
                : $"more than {DeepMax} variables are reckoned one from another", expression, SsisOpenCodes.Minutes);
        }

        try
        {
            return step();
        }
        finally
        {
            _within.Remove(value);
        }
    }

    // Each of many variables may hold the one before it twice.
    private static string Bounded(string text) => text.Length <= TextMax ? text : throw new OpenException(
        SsisOpenCodes.Value, $"variables come to a text of more than {TextMax} characters", text[..DefaultMax],
        SsisOpenCodes.Minutes);

    // Only texts and variables, one behind another.
    private string? Joined(SsisTerm term, bool takesGiven) => term switch
    {
        SsisLiteralTerm { Value.Content: string text } when !text.Contains("${", StringComparison.Ordinal) => text,
        SsisBinaryTerm { Operator: SsisBinaryOperator.Add } both when both.Type.IsText =>
            Joined(both.Left, takesGiven) is { } left && Joined(both.Right, takesGiven) is { } right
                ? Bounded(left + right) : null,
        SsisCastTerm cast when cast.Type.IsText && (cast.Operand.Type.IsText || cast.Operand.Type.IsInteger) =>
            Joined(cast.Operand, takesGiven),
        SsisSymbolTerm symbol when symbol.Type.IsText || symbol.Type.IsInteger =>
            Value($"{symbol.Symbol.Space}::{symbol.Symbol.Name}") is { } value
                && !context.Counted.ContainsKey(value) ? TextOf(value.FullName, takesGiven) : null,
        _ => null,
    };

    // A path whose first part is known: what has to be reckoned of the rest stands in it as a value.
    private string? Begun(SsisBoundExpression bound, string what)
    {
        var terms = Terms(bound.Root).ToArray();
        if (terms.Length == 1 || Joined(terms[0], takesGiven: true) is not { } first
            || first.StartsWith("${", StringComparison.Ordinal))
        {
            return null;
        }

        return first + string.Concat(terms.Skip(1).Select(term => Joined(term, takesGiven: true)
            ?? Reckoned(new SsisBoundExpression(bound.Text, term), what)));
    }

    // Packages cut the name of a file out of its path, which is what a turn knows of it.
    private string Reckoned(SsisBoundExpression bound, string what) =>
        $"${{var:{(PathNames.Of(context, path, bound) is { } turn ? turn.Name : Computed(bound, what))}}}";

    private static IEnumerable<SsisTerm> Terms(SsisTerm term) =>
        term is SsisBinaryTerm { Operator: SsisBinaryOperator.Add } both && both.Type.IsText
            ? Terms(both.Left).Concat(Terms(both.Right)) : [term];

    private static string Ours(SsisType type) => type.IsText ? "nvarchar(4000)"
        : type.IsInteger ? "bigint"
        : type.Kind == SsisKind.Bool ? "bit"
        : type.IsDate ? "datetime2(7)"
        : type.IsFloat ? "float"
        : "decimal(38,10)";
}
