using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>Finds a column by the name of a member in whatever case. Makes no object of the name.</summary>
internal sealed class CaselessNames
{
    // The longest that a character can be written as: an escape.
    private const int EscapeLength = 6;

    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _places;
    private readonly byte[] _bytes;
    private readonly char[] _letters;

    /// <summary>Of two that differ in nothing but their case neither is found.</summary>
    public CaselessNames(IReadOnlyList<string> names)
    {
        _places = names.Index().GroupBy(each => each.Item, StringComparer.OrdinalIgnoreCase)
            .Where(alike => alike.Count() == 1)
            .ToDictionary(alike => alike.Key, alike => alike.Single().Index, StringComparer.OrdinalIgnoreCase)
            .GetAlternateLookup<ReadOnlySpan<char>>();
        var length = EscapeLength * names.Select(name => name.Length).DefaultIfEmpty().Max();
        (_bytes, _letters) = (new byte[length], new char[length]);
    }

    /// <summary>The column, from 0; −1 = none, or the member's name is no text.</summary>
    /// <param name="name">It as it is written in the file.</param>
    /// <param name="isEscaped">Whether it has escapes.</param>
    public int Find(ReadOnlySpan<byte> name, bool isEscaped)
    {
        if (name.Length > _bytes.Length)
        {
            return -1;
        }

        if (isEscaped)
        {
            name.CopyTo(_bytes);
            name = _bytes.AsSpan(0, JsonText.Unescape(_bytes.AsSpan(0, name.Length)));
        }

        Utf8.ToUtf16(name, _letters, out var read, out var written, replaceInvalidSequences: false);
        return read == name.Length && _places.TryGetValue(_letters.AsSpan(0, written), out var place) ? place : -1;
    }
}
