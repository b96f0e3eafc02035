using System.Text;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>Which casts there are.</summary>
internal static class SsisCasts
{
    public static bool IsLegal(SsisType from, SsisType to) => from.Kind == to.Kind || from.Kind switch
    {
        SsisKind.Str or SsisKind.WStr => to.Kind is not (SsisKind.Bytes or SsisKind.Image),
        SsisKind.Text or SsisKind.NText => to.IsText || to.Kind is SsisKind.Text or SsisKind.NText,
        SsisKind.Bytes or SsisKind.Image => to.Kind is SsisKind.Bytes or SsisKind.Image,
        SsisKind.Guid => to.IsText,
        SsisKind.Bool => to.IsNumber || to.IsText,
        SsisKind.Date => to.IsNumber || IsMoment(to) || to.IsText,
        _ when from.IsNumber => to.IsNumber || to.Kind is SsisKind.Bool or SsisKind.Date || to.IsText,
        _ => IsMoment(to) || to.IsText,
    };

    /// <summary>The encoding of a code page, which refuses what it does not hold; none where it is unknown.</summary>
    public static Encoding? EncodingOf(int codePage)
    {
        if (codePage <= 0)
        {
            return null;
        }

        try
        {
            return CodePagesEncodingProvider.Instance.GetEncoding(
                codePage, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback)
                ?? Encoding.GetEncoding(codePage, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback);
        }
        catch (Exception thrown) when (thrown is ArgumentException or NotSupportedException)
        {
            return null;
        }
    }

    /// <summary>How many bytes a text has in a code page; what it does not hold counts as a question mark.</summary>
    public static int BytesOf(string text, int codePage)
    {
        if (EncodingOf(codePage) is not { } encoding)
        {
            return text.Length;
        }

        var lenient = (Encoding)encoding.Clone();
        lenient.EncoderFallback = EncoderFallback.ReplacementFallback;
        return lenient.GetByteCount(text);
    }

    private static bool IsMoment(SsisType type) => type.IsDate || type.IsTime;
}
