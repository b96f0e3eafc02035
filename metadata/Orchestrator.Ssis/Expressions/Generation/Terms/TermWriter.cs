using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Writes an expression part by part; what is constant is evaluated here.</summary>
internal sealed class TermWriter(TermForms forms, SsisSqlNames names)
{
    /// <summary>The longest SQL of one expression, in characters.</summary>
    private const int LengthMax = 50_000;

    private int _named;

    public TermForms Forms => forms;

    public SsisSqlNames Names => names;

    /// <summary>All of it, as a value.</summary>
    public string Root(SsisTerm term) =>
        term is SsisSymbolTerm symbol && Held(symbol) is null ? Name(symbol) : Value(term).Text;

    /// <summary>A part as a value.</summary>
    public SqlPart Value(SsisTerm term) => forms.Value(Of(term));

    /// <summary>A part of truth values as a condition.</summary>
    public SqlPart Predicate(SsisTerm term) => forms.Condition(Of(term));

    /// <summary>A part in either way.</summary>
    public SqlPart Of(SsisTerm term)
    {
        var part = term switch
        {
            SsisLiteralTerm literal => TermLiterals.Of(literal.Value, literal, forms),
            _ when TermConstants.IsConstant(term) => Computed(term),
            SsisSymbolTerm symbol when Held(symbol) is { } held => TermLiterals.Of(held, symbol, forms),
            SsisSymbolTerm symbol => Symbol(symbol),
            SsisCastTerm cast => new TermCasts(this).Of(cast),
            SsisConditionalTerm conditional => new TermLogic(this).Conditional(conditional),
            SsisBinaryTerm { Operator: SsisBinaryOperator.And or SsisBinaryOperator.Or } logical =>
                new TermLogic(this).Junction(logical),
            SsisBinaryTerm { Type.Kind: SsisKind.Bool } comparison => new TermComparisons(this).Of(comparison),
            SsisBinaryTerm { Type.IsNumber: true } computed => new TermNumbers(this).Of(computed),
            SsisBinaryTerm joined => new TermTexts(this).Join(joined),
            SsisUnaryTerm { Operator: SsisUnaryOperator.Not } negated => new TermLogic(this).Not(negated),
            SsisUnaryTerm unary => new TermNumbers(this).Of(unary),
            SsisCallTerm call => Call(call),
            _ => throw SsisOpenException.NoEqual("this part is unknown", term),
        };
        return part.Text.Length <= LengthMax ? part
            : throw SsisOpenException.TooLong($"its SQL has more than {LengthMax} characters", term);
    }

    /// <summary>What is said of a value more than once, with the value computed once where the dialect can.</summary>
    public SqlPart Let(SqlPart value, Func<SqlPart, SqlPart> use)
    {
        if (value.IsShort || !forms.CanName)
        {
            return use(value);
        }

        var name = $"ssis_{++_named}";
        var used = use(value.As(name));
        return forms.Value(used).As(forms.Named(value.Text, name, forms.Value(used).Text));
    }

    /// <summary>A value that stops the statement where a condition holds.</summary>
    public SqlPart Unless(string bad, string why, SqlPart value, SsisType type) =>
        value.As($"CASE WHEN {bad} THEN {Fault(why, type)} ELSE {value.Text} END") with { CanFail = true };

    /// <summary>The same of a number that is read from a text. Where faults are NULL, a text without any digit surely
    /// is none; what a locale makes of another one nobody knows, which stops the statement in any case.</summary>
    public SqlPart UnlessNumber(SqlPart text, string bad, string why, SqlPart value, SsisType type) =>
        !names.FaultsAreNull || forms.Texts.NoDigit(text) is not { } none ? Unless(bad, why, value, type)
            : value.As($"CASE WHEN {none} THEN {forms.Null(type)} WHEN {bad} THEN {Stop(why, type)} "
                + $"ELSE {value.Text} END") with
            { CanFail = true };

    /// <summary>What stands where there is no value of the type.</summary>
    public string Fault(string why, SsisType type) =>
        names.FaultsAreNull ? forms.Null(type) : Stop(why, type);

    /// <summary>Refuses a type that the dialect does not compute with.</summary>
    public void Needs(SsisTerm term)
    {
        if (forms.Refusal(term.Type) is { } why)
        {
            throw SsisOpenException.NoType(
                $"{forms.Title} has no equal for {SsisOpenException.NameOf(term.Type)}: {why}", term);
        }
    }

    /// <summary>Refuses a type that the dialect neither compares nor casts.</summary>
    public void Knows(SsisTerm term)
    {
        if (term.Type.Kind != SsisKind.UI8 || !forms.HasHuge)
        {
            Needs(term);
        }
    }

    public SsisOpenException NoEqual(string what, SsisTerm term) =>
        SsisOpenException.NoEqual($"{forms.Title} has no equal for {what}", term);

    /// <summary>` AND … IS NOT NULL` for each that may be NULL.</summary>
    public static string Known(params SqlPart[] parts) => string.Concat(
        parts.Where(part => !part.IsKnown).Select(part => $" AND {part.Atom} IS NOT NULL"));

    private string Stop(string why, SsisType type) => forms.Fail(FaultText.Of(names.Place, why), type);

    private SsisValue? Held(SsisSymbolTerm term) =>
        term.Symbol.Kind == SsisSymbolKind.Variable ? names.Constants?.Invoke(term.Symbol) : null;

    private SqlPart Symbol(SsisSymbolTerm term)
    {
        var type = term.Type;
        var part = new SqlPart(Name(term))
        {
            Span = type.IsInteger ? SqlSpan.Of(type) : null,
            Longest = type.IsText && type.Length > 0 ? type.Length : int.MaxValue,
            IsPlain = type.Kind is SsisKind.Str or SsisKind.Text && SqlCharacters.OfCodePage(type.CodePage) is not null,
        };
        return forms.Stored(part, type);
    }

    private string Name(SsisSymbolTerm term)
    {
        var isColumn = term.Symbol.Kind == SsisSymbolKind.Column;
        return isColumn
            ? names.Columns(term.Symbol) ?? throw SsisOpenException.NoName(term.Symbol, term)
            : forms.Variable(
                names.Variables(term.Symbol) ?? throw SsisOpenException.NoName(term.Symbol, term), term.Type);
    }

    private SqlPart Call(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.IsNull => new TermLogic(this).IsNull(call),
        SsisFunction.ReplaceNull => new TermLogic(this).ReplaceNull(call),
        SsisFunction.DateAdd or SsisFunction.DateDiff or SsisFunction.DatePart or SsisFunction.Day
            or SsisFunction.Month or SsisFunction.Year or SsisFunction.GetDate or SsisFunction.GetUtcDate =>
            new TermMoments(this).Of(call),
        SsisFunction.Abs or SsisFunction.Ceiling or SsisFunction.Exp or SsisFunction.Floor or SsisFunction.Hex
            or SsisFunction.Ln or SsisFunction.Log or SsisFunction.Power or SsisFunction.Round or SsisFunction.Sign
            or SsisFunction.Sqrt or SsisFunction.Square => new TermMath(this).Of(call),
        SsisFunction.CodePoint or SsisFunction.FindString or SsisFunction.Len or SsisFunction.TokenCount =>
            new TermMeasures(this).Of(call),
        _ => new TermTexts(this).Of(call),
    };

    /// <summary>What a constant is; null where it is none, or NULL.</summary>
    public object? Constant(SsisTerm term) => TermConstants.IsConstant(term) ? Evaluated(term).Content : null;

    // What is written has no more digits than the dialect keeps; what is computed may.
    private SqlPart Computed(SsisTerm term)
    {
        if (term.Type.IsExact)
        {
            Needs(term);
        }

        return TermLiterals.Of(Evaluated(term), term, forms);
    }

    private SsisValue Evaluated(SsisTerm term) => TermConstants.Evaluated(term, names.Truncation);
}
