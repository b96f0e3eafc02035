using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Constants.</summary>
internal static class TermLiterals
{
    public static SqlPart Of(SsisValue value, SsisTerm term, TermForms forms) => value.Content switch
    {
        null => new SqlPart(forms.Null(value.Type)) { IsPlain = true, IsAscii = true },
        bool flag => new SqlPart(forms.Flag(flag)) { IsKnown = true },
        long number => Whole(number, forms.Integer(number, value.Type.Kind)),
        ulong number => Whole(number, forms.Integer(number, value.Type.Kind)),
        double number => Number(forms.Real(number)),
        SsisNumeric number => Number(forms.Exact(number)),
        string text => Text(text, forms),
        byte[] bytes => new SqlPart(forms.Bytes(bytes)) { IsKnown = true },
        Guid guid => new SqlPart(forms.Unique(guid)) { IsKnown = true },
        DateOnly or TimeOnly or DateTime => new SqlPart(forms.Moments.Literal(value)) { IsKnown = true },
        _ => throw SsisOpenException.NoType(
            $"{forms.Title} writes no constant of {SsisOpenException.NameOf(value.Type)}", term),
    };

    /// <summary>A whole number of any type, where the type makes no difference.</summary>
    public static SqlPart Plain(BigInteger number) =>
        Whole(number, number.ToString(CultureInfo.InvariantCulture));

    public static SqlPart Text(string text, TermForms forms) => new(forms.Texts.Literal(text))
    {
        IsKnown = true,
        Longest = text.Length,
        IsPlain = !text.Any(char.IsSurrogate),
        IsAscii = text.All(char.IsAscii),
    };

    private static SqlPart Whole(BigInteger number, string text) =>
        Number(text) with { Span = SqlSpan.At(number) };

    private static SqlPart Number(string text) =>
        new(text, text[0] == '-' ? SqlLevel.Sign : SqlLevel.Atom) { IsKnown = true };
}
