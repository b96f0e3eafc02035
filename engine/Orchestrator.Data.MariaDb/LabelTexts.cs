using System.Text;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// The labels of an enum, or the sets of those of a set. The server takes other texts for them in silence: a number for
/// a place, other letters for the same ones, labels in another order.
/// </summary>
internal sealed class LabelTexts : TextRule
{
    private readonly string[] _labels;
    private readonly bool _isSet;

    /// <summary>For the declaration of a column.</summary>
    public LabelTexts(string declaration)
    {
        _isSet = declaration.StartsWith("set", StringComparison.Ordinal);
        _labels = [.. LabelsOf(declaration)];
    }

    public override string Refused => _isSet
        ? "holds no labels of the column's set, in the order in which they are declared"
        : "holds none of the labels of the column's enum";

    public override bool Keeps(ReadOnlySpan<byte> text)
    {
        var value = Encoding.UTF8.GetString(text);
        return _isSet ? value.Length == 0 || AreInOrder(value.Split(',')) : _labels.Contains(value);
    }

    /// <summary>A question mark, which the server refuses: no sign makes a label of another text.</summary>
    public override byte[] Repaired(ReadOnlySpan<byte> text) => "?"u8.ToArray();

    private bool AreInOrder(string[] values)
    {
        var before = -1;
        foreach (var value in values)
        {
            var place = Array.IndexOf(_labels, value);
            if (place <= before)
            {
                return false;
            }

            before = place;
        }

        return true;
    }

    private static IEnumerable<string> LabelsOf(string declaration)
    {
        var label = new StringBuilder();
        for (var at = declaration.IndexOf('\'', StringComparison.Ordinal); at >= 0;)
        {
            at = ReadLabel(declaration, at + 1, label);
            yield return label.ToString();
            label.Clear();
            at = at + 1 < declaration.Length && declaration[at] == ',' ? at + 1 : -1;
        }
    }

    // As the server writes it: quotes doubled, and a backslash before itself and before the letter of a control sign.
    private static int ReadLabel(string declaration, int at, StringBuilder label)
    {
        for (; at < declaration.Length; at++)
        {
            var isEscaped = declaration[at] == '\\'
                || (declaration[at] == '\'' && at + 1 < declaration.Length && declaration[at + 1] == '\'');
            if (declaration[at] == '\'' && !isEscaped)
            {
                return at + 1;
            }

            at += isEscaped ? 1 : 0;
            label.Append(isEscaped && declaration[at - 1] == '\\' ? Unescaped(declaration[at]) : declaration[at]);
        }

        return at;
    }

    private static char Unescaped(char letter) => letter switch
    {
        '0' => '\0',
        'n' => '\n',
        'r' => '\r',
        _ => letter,
    };
}
