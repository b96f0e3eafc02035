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
    // Variables that are reckoned from each other in a circle have no end.
    private const int DeepMax = 16;

    private readonly List<ObjectDraft> _before = [];
    private readonly List<ImportedValue> _counts = [];
    private readonly Dictionary<ImportedValue, string> _wholes = new(ReferenceEqualityComparer.Instance);
    private int _deep;

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
        if (name == "System::TaskName")
        {
            return $"N'{path[(path.LastIndexOf('\\') + 1)..].Replace("'", "''", StringComparison.Ordinal)}'";
        }

        var value = Value(name);
        if (SystemValues.Sql(value) is { } parameter)
        {
            return parameter;
        }

        if (context.Counted.ContainsKey(value))
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
                : value.Draft is null && context.Values.Constant(path, value) is { } constant
                    ? $"'{(ImportedTypes.Text(constant) ?? "").Replace("'", "''", StringComparison.Ordinal)}'"
                : Named(value));
    }

    /// <summary>A condition as `when` takes it.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Condition(string expression)
    {
        var bound = context.Values.Bound(path, expression);
        return bound.Type.Kind == SsisKind.Bool
            ? Written(bound)
            : throw new OpenException(
                SsisOpenCodes.Expression, "the expression is no condition", expression, SsisOpenCodes.Minutes);
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
            return ImportedTypes.Text(constant) ?? "";
        }

        var bound = context.Values.Bound(path, expression);
        return Joined(bound.Root, takesGiven) ?? (takesGiven ? Begun(bound, what) : null) ?? Reckoned(bound, what);
    }

    /// <summary>The same of a variable.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string TextOf(string name, bool takesGiven = false)
    {
        var value = Value(name);
        return context.Values.Constant(path, value, takesGiven) is { } constant
            ? ImportedTypes.Text(constant) ?? ""
            : SystemValues.Fact(value)
                ?? (value.Expression is { } expression && !value.IsGiven
                    ? Deeper(expression, () => Text(expression, value.Name, takesGiven))
                    : context.TurnOf(value, path) is { IsPath: true } turn ? $"{turn.Before}${{var:{turn.Name}}}"
                    : $"${{var:{Named(value)}}}");
    }

    /// <summary>The variable of ours that holds what an expression comes to, which an object before sets.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Computed(SsisBoundExpression bound, string what, VariableDraft? variable = null)
    {
        return Deeper(bound.Text, () =>
        {
            var target = variable ?? context.Naming.New(context.Package.Name, what, Ours(bound.Type));
            target.IsOfRun = true;
            var one = context.New(into(), what, path);
            one.Body.Add(Assigned(one, bound, target));
            _before.Add(one);
            return target.Use();
        });
    }

    /// <summary>Tells the object that was made who counts rows for it, and what comes before it.</summary>
    public void Close(ObjectDraft one)
    {
        context.Facts.AddRange(_counts.Distinct().Select(value => (one, value)));
        one.DependsOn.AddRange(_before.Where(each => each != one)
            .Select(each => new DependencyDraft(each, null, DraftOutcome.Success)));
    }

    /// <summary>What an object of kind value or sql says to set a variable to an expression.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public DraftEntry Assigned(ObjectDraft one, SsisBoundExpression bound, VariableDraft target)
    {
        try
        {
            var text = Written(bound);
            one.Kind = DraftKinds.Value;
            return new("sets", DraftMap.Of(DraftEntry.Of(target.Use(), text)));
        }
        catch (OpenException) when (into().Target is { Platform: DraftPlatforms.Server })
        {
            // What the language of conditions has no word for a database reckons.
            var names = new SsisSqlNames(
                _ => null, symbol => Sql($"{symbol.Space}::{symbol.Name}") is ['@', .. var name] ? name : null);
            var made = SsisSqlText.Of(bound, DraftPlatforms.Dialect, names);
            if (!made.IsWhole)
            {
                throw new OpenException(made.Open);
            }

            one.Kind = DraftKinds.Statement;
            var column = target.Use();
            one.Body.Add(DraftEntry.Of(DraftKinds.Statement, $"SELECT {made.Text} AS [{column}]"));
            return new("sets", DraftMap.Of(DraftEntry.Of(column, column)));
        }
    }

    /// <summary>What an expression comes to, as SQL of the database that the project writes.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string SqlOf(string expression)
    {
        var made = SsisSqlText.Of(
            context.Values.Bound(path, expression), DraftPlatforms.Dialect, new SsisSqlNames(
                _ => null, symbol => Sql($"{symbol.Space}::{symbol.Name}") is ['@', .. var name] ? name : null));
        return made.IsWhole ? made.Text : throw new OpenException(made.Open);
    }

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
            return turn.IsPath ? Whole(value, turn) : turn.Name;
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

        if (value.Expression is { } expression && !value.IsConstant)
        {
            var own = value.Readers.Count > 1 ? null : draft;
            return Computed(context.Values.Bound(path, expression), value.Name, own);
        }

        return draft.Use();
    }

    // The whole path of the file of a turn, which an object before joins once.
    private string Whole(ImportedValue value, TurnValue turn)
    {
        if (turn.Before.Contains("${", StringComparison.Ordinal))
        {
            throw new OpenException(SsisOpenCodes.Files,
                "a turn knows the name of its file below its folder, and this takes its whole path", value.FullName,
                SsisOpenCodes.Minutes);
        }

        if (!_wholes.TryGetValue(value, out var name))
        {
            var target = context.Naming.New(context.Package.Name, $"{value.Name}_whole", Ours(SsisType.WStr(1)));
            target.IsOfRun = true;
            var one = context.New(into(), value.Name, path);
            one.Kind = DraftKinds.Value;
            one.Body.Add(new("sets", DraftMap.Of(DraftEntry.Of(target.Use(),
                $"'{turn.Before.Replace("'", "''", StringComparison.Ordinal)}' || {turn.Name}"))));
            _before.Add(one);
            _wholes[value] = name = target.Use();
        }

        return name;
    }

    private string Deeper(string expression, Func<string> step)
    {
        if (++_deep > DeepMax)
        {
            throw new OpenException(SsisOpenCodes.Value, "variables are reckoned from each other in a circle",
                expression, SsisOpenCodes.Minutes);
        }

        try
        {
            return step();
        }
        finally
        {
            _deep--;
        }
    }

    // Only texts and variables, one behind another.
    private string? Joined(SsisTerm term, bool takesGiven) => term switch
    {
        SsisLiteralTerm { Value.Content: string text } when !text.Contains("${", StringComparison.Ordinal) => text,
        SsisBinaryTerm { Operator: SsisBinaryOperator.Add } both when both.Type.IsText =>
            Joined(both.Left, takesGiven) is { } left && Joined(both.Right, takesGiven) is { } right
                ? left + right : null,
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
