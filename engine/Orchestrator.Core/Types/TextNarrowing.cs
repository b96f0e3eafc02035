namespace Orchestrator.Core.Types;

/// <summary>What becomes narrower when a value is written as text.</summary>
internal static class TextNarrowing
{
    public static IEnumerable<Narrowing> Between(SqlType from, SqlType to)
    {
        if (to.Kind == SqlTypeKind.Xml && from.Kind != SqlTypeKind.Xml)
        {
            yield return new Narrowing(Loss.Range, $"{from} may hold text that is no xml");
        }

        var width = from.IsText ? from.LengthMax : from.TextWidth;
        if (width > to.LengthMax)
        {
            yield return new Narrowing(Loss.Truncation, from.IsText
                ? $"{from} is longer than {to}"
                : $"{from} takes up to {(from.IsLong ? "any number of" : width)} characters, {to} holds {to.Length}");
        }

        if (from.IsUnicodeText && !to.IsUnicodeText)
        {
            yield return new Narrowing(Loss.Encoding, $"{to} does not hold every character of {from}");
        }
    }
}
