using System.Text;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>Texts and bytes in types that may be too short for them, or whose code page lacks a character.</summary>
internal sealed class SsisFittedText(SsisScope scope, SsisPlace place)
{
    /// <summary>Numbers are never cut: what is left of one would be another number.</summary>
    public string Fitted(string text, SsisValue value, SsisType type)
    {
        var known = type.Kind is SsisKind.Str or SsisKind.Text ? Known(text, type) : text;
        var length = LengthOf(known, type);
        if (length == known.Length)
        {
            return known;
        }

        return value.Type.IsNumber || value.Type.Kind == SsisKind.Bool ? throw Lost(type)
            : Cut(type) ? known[..length] : "";
    }

    public byte[] Fitted(byte[] bytes, SsisType type) =>
        type.Kind == SsisKind.Image || bytes.Length <= type.Length ? bytes
            : Cut(type) ? bytes[..type.Length] : [];

    /// <summary>True where the scope lets values be cut; else it is a fault.</summary>
    private bool Cut(SsisType type) => scope.Truncation == SsisTruncation.Cut ? true : throw Lost(type);

    private SsisFaultException Lost(SsisType type) =>
        new(new SsisFault(SsisFaultKind.Truncation, $"the value is too long for {type}", place));

    // How many characters have a place. A code page may need more than one byte for one of them.
    private static int LengthOf(string text, SsisType type)
    {
        if (type.Kind is SsisKind.Text or SsisKind.NText)
        {
            return text.Length;
        }

        if (type.Kind == SsisKind.WStr || SsisCasts.EncodingOf(type.CodePage) is not { } encoding)
        {
            return Math.Min(text.Length, type.Length);
        }

        var (bytes, length) = (0, 0);
        foreach (var rune in text.EnumerateRunes())
        {
            bytes += encoding.GetByteCount(rune.ToString());
            if (bytes > type.Length)
            {
                break;
            }

            length += rune.Utf16SequenceLength;
        }

        return length;
    }

    // What the code page lacks is a question mark where values may be cut.
    private string Known(string text, SsisType type)
    {
        var encoding = SsisCasts.EncodingOf(type.CodePage);
        StringBuilder known = new();
        foreach (var rune in text.EnumerateRunes())
        {
            known.Append(encoding is null || Has(encoding, rune) ? rune.ToString() : Unknown(type));
        }

        return known.ToString();
    }

    private string Unknown(SsisType type) => scope.Truncation == SsisTruncation.Cut ? "?"
        : throw new SsisFaultException(new SsisFault(
            SsisFaultKind.Truncation, $"a character is none of the code page {type.CodePage}", place));

    private static bool Has(Encoding encoding, Rune rune)
    {
        try
        {
            return encoding.GetByteCount(rune.ToString()) > 0;
        }
        catch (EncoderFallbackException)
        {
            return false;
        }
    }
}
