using System.Text;
using System.Text.Json;

namespace Orchestrator.Data.Files;

/// <summary>
/// One JSON object per line. A member that is missing or null is NULL; text is unescaped where it stands; numbers,
/// truth, objects and arrays stay the JSON text that they are. A member belongs to the column of its name or, where
/// none is written so, to that of its name in another case. Two for one column, or one that is not known (unless others
/// are left out on purpose), make a row of the wrong shape.
/// </summary>
internal sealed class JsonLineParser(IReadOnlyList<string> names, bool ignoresOthers)
    : LineParser([.. Enumerable.Range(0, names.Count)])
{
    private const int DepthMax = 64;

    private readonly byte[][] _names = [.. names.Select(Encoding.UTF8.GetBytes)];
    private readonly CaselessNames _caseless = new(names);
    private readonly bool[] _isSet = new bool[names.Count];
    private readonly List<int> _escaped = [];

    public override JsonMembers Members { get; } = new(names.Count);

    protected override ParseProblem? Cut(Span<byte> data, int start, int end, int row)
    {
        try
        {
            var problem = Read(data[start..end], start, row);
            if (problem is null)
            {
                foreach (var field in _escaped)
                {
                    Unescape(data, field, row);
                }
            }

            return problem;
        }
        catch (Exception wrong) when (wrong is JsonException or InvalidOperationException)
        {
            return Wrong("ORC3453", 0, "the line is no JSON object.");
        }
    }

    private ParseProblem? Read(ReadOnlySpan<byte> line, int start, int row)
    {
        Array.Clear(_isSet);
        _escaped.Clear();
        var reader = new Utf8JsonReader(line, new JsonReaderOptions { MaxDepth = DepthMax });
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            return Wrong("ORC3453", 0, "the line is no JSON object.");
        }

        var expected = 0;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var field = Find(ref reader, expected);
            if (field < 0 && !ignoresOthers)
            {
                return Wrong("ORC3104", Last, "the row has a member that the first row of the files has not. Declare "
                    + "`columns`, so that others are left out, or all of them.");
            }

            if (field < 0)
            {
                Members.AddOther(reader.ValueSpan);
            }

            reader.Read();
            if (field < 0)
            {
                reader.Skip();
                continue;
            }

            if (_isSet[field])
            {
                return Wrong("ORC3104", field, "the row has the member twice, whatever its case.");
            }

            Store(ref reader, field, row, start);
            expected = field + 1;
        }

        // Whatever stands behind the object makes the reader throw.
        reader.Read();
        Members.Add(_isSet);
        for (var field = 0; field <= Last; field++)
        {
            if (!_isSet[field])
            {
                Set(field, row, start, 0);
                SetNull(field, row);
            }
        }

        return null;
    }

    private int Find(ref Utf8JsonReader reader, int expected)
    {
        for (var i = 0; i < _names.Length; i++)
        {
            var field = (expected + i) % _names.Length;
            if (reader.ValueTextEquals(_names[field]))
            {
                return field;
            }
        }

        return _caseless.Find(reader.ValueSpan, reader.ValueIsEscaped);
    }

    private void Store(ref Utf8JsonReader reader, int field, int row, int start)
    {
        _isSet[field] = true;
        var at = (int)reader.TokenStartIndex;
        switch (reader.TokenType)
        {
            case JsonTokenType.Null:
                Set(field, row, start, 0);
                SetNull(field, row);
                break;
            case JsonTokenType.String:
                Set(field, row, start + at + 1, reader.ValueSpan.Length);
                if (reader.ValueIsEscaped)
                {
                    _escaped.Add(field);
                }

                break;
            default:
                reader.Skip();
                Set(field, row, start + at, (int)reader.BytesConsumed - at);
                break;
        }
    }

    private void Unescape(Span<byte> data, int field, int row)
    {
        var value = data.Slice(Starts[field][row], Lengths[field][row]);
        var length = JsonText.Unescape(value);

        // What is left over would look like broken text when the block is checked as a whole.
        value[length..].Fill((byte)' ');
        Lengths[field][row] = length;
    }

    private static ParseProblem Wrong(string code, int field, string message) => new(code, field, 0, message, 1);
}
