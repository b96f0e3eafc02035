using Orchestrator.Metadata.Diagnostics;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Orchestrator.Metadata.Yaml;

/// <summary>
/// Reads the documents of a file from the parser's events, within bounds: what is nested too deep, repeats itself
/// without end or is no YAML becomes one diagnostic, and the documents before it count.
/// </summary>
internal sealed class YamlReader
{
    /// <summary>How deep maps and lists may stand in each other.</summary>
    public const int DepthMax = 64;

    /// <summary>How many nodes a file may have once its aliases are written out.</summary>
    public const int NodesMax = 50_000;

    private readonly SourceFile _file;
    private readonly DiagnosticBag _bag;
    private readonly Parser _parser;
    private readonly Dictionary<string, (YamlNode Node, int Weight, int Height)> _anchors = [];
    private readonly Stack<(char Bracket, Origin At)> _brackets = new();
    private int _nodes;
    private int _height;
    private bool _hasAliases;
    private Mark _end = Mark.Empty;
    private Origin? _cut;

    private YamlReader(SourceFile file, DiagnosticBag bag)
    {
        _file = file;
        _bag = bag;
        _parser = new Parser(new StringReader(file.Text));
    }

    /// <summary>
    /// The documents of the file; <paramref name="isWhole"/> tells whether it could be read to its end.
    /// </summary>
    public static IReadOnlyList<YamlNode> Read(SourceFile file, DiagnosticBag bag, out bool isWhole)
    {
        var reader = new YamlReader(file, bag);
        var documents = new List<YamlNode>();
        isWhole = false;
        try
        {
            reader.ReadDocuments(documents);
            isWhole = true;
        }
        catch (LimitReached)
        {
            // The diagnostic is in the bag already.
        }
        catch (YamlException refused) when (reader._cut?.Line == refused.Start.Line)
        {
            // What is behind the comma is no YAML because the value before it was cut, which was said.
        }
        catch (YamlException refused)
        {
            SyntaxMistake.Report(file, bag, refused.Message, refused.Start, reader._brackets);
        }
        catch (Exception refused) when (refused is InvalidOperationException or ArgumentException
            or IndexOutOfRangeException or OverflowException or FormatException or NullReferenceException)
        {
            // The parser throws these for some texts that are no YAML; all it knows then is how far it came.
            SyntaxMistake.Report(file, bag, "the text ends or turns where YAML expects more", reader._end,
                reader._brackets);
        }

        return documents;
    }

    private void ReadDocuments(List<YamlNode> documents)
    {
        while (Next() is not StreamEnd)
        {
            if (_parser.Current is not DocumentStart)
            {
                continue;
            }

            _anchors.Clear();
            Next();
            var root = Node(0);
            if (root is not YamlScalar { IsNull: true })
            {
                documents.Add(root);
            }
        }
    }

    private ParsingEvent Next()
    {
        if (!_parser.MoveNext())
        {
            throw new InvalidOperationException("the events end");
        }

        _end = _parser.Current!.End;
        return _parser.Current;
    }

    private YamlNode Node(int depth)
    {
        var happened = _parser.Current!;
        if (happened is AnchorAlias alias)
        {
            return Alias(alias, depth);
        }

        Count(happened, 1, depth);
        var start = happened as NodeEvent ?? throw new InvalidOperationException("no value where one must be");
        var before = _nodes - 1;
        var outer = _height;
        _height = 0;
        RefuseTag(start);
        YamlNode node = start switch
        {
            SequenceStart list => List(list, depth),
            MappingStart map => Map(map, depth),
            _ => Scalar((Scalar)start),
        };
        if (!start.Anchor.IsEmpty)
        {
            _anchors[start.Anchor.Value] = (node, _nodes - before, _height);
        }

        _height = Math.Max(outer, _height + 1);
        return node;
    }

    private YamlNode Alias(AnchorAlias alias, int depth)
    {
        if (!_anchors.TryGetValue(alias.Value.Value, out var found))
        {
            _bag.Error("ORC1005", At(alias.Start), $"the alias '*{alias.Value.Value}' has no anchor before it",
                $"write '&{alias.Value.Value}' before the value that it shall repeat");
            return new YamlScalar(At(alias.Start), Length(alias), "", IsPlain: true);
        }

        _hasAliases = true;
        Count(alias, found.Weight, depth + found.Height);
        _height = Math.Max(_height, found.Height);
        return found.Node;
    }

    private void Count(ParsingEvent happened, int weight, int depth)
    {
        if (depth > DepthMax)
        {
            _bag.Error("ORC1004", At(happened.Start), $"nested more than {DepthMax} deep",
                "no key of the metadata needs so many storeys: look for brackets that are not closed");
            throw new LimitReached();
        }

        _nodes += weight;
        if (_nodes > NodesMax)
        {
            _bag.Error("ORC1005", At(happened.Start),
                $"the file has more than {NodesMax} values"
                + (_hasAliases ? ", an alias counted as all that it stands for" : ""),
                _hasAliases ? "split the file, or repeat less through aliases" : "split the file");
            throw new LimitReached();
        }
    }

    private void RefuseTag(NodeEvent start)
    {
        if (!start.Tag.IsEmpty)
        {
            _bag.Error("ORC1008", At(start.Start), $"the tag '{start.Tag}' is not taken",
                "leave it out: the key decides what its value is");
        }
    }

    private YamlScalar Scalar(Scalar scalar) =>
        new(At(scalar.Start), Length(scalar), scalar.Value, scalar.Style == ScalarStyle.Plain);

    private YamlList List(SequenceStart start, int depth)
    {
        var at = At(start.Start);
        Open(start.Style == SequenceStyle.Flow, '[', at);
        var items = new List<YamlNode>();
        YamlScalar? cut = null;
        while (Next() is not SequenceEnd)
        {
            var item = Node(depth + 1);
            if (cut is null || !CutValue.Holds(cut, item))
            {
                cut = start.Style == SequenceStyle.Flow ? Whole(item) : null;
                items.Add(cut ?? item);
            }
        }

        Close(start.Style == SequenceStyle.Flow);
        return new YamlList(at, Length(start), items);
    }

    private YamlMap Map(MappingStart start, int depth)
    {
        var at = At(start.Start);
        Open(start.Style == MappingStyle.Flow, '{', at);
        var entries = new List<YamlEntry>();
        var seen = new Dictionary<string, Origin>(StringComparer.Ordinal);
        YamlScalar? cut = null;
        while (Next() is not MappingEnd)
        {
            var key = Node(depth + 1);
            Next();
            var value = Node(depth + 1);
            if (cut is not null && CutValue.Holds(cut, key))
            {
                continue;
            }

            cut = start.Style == MappingStyle.Flow ? Whole(value) : null;
            if (IsNew(key, seen))
            {
                entries.Add(new YamlEntry((YamlScalar)key, cut ?? value));
            }
        }

        Close(start.Style == MappingStyle.Flow);
        return new YamlMap(at, Length(start), entries);
    }

    private YamlScalar? Whole(YamlNode value)
    {
        var whole = CutValue.Whole(_file, _bag, value);
        _cut = whole?.At ?? _cut;
        return whole;
    }

    private bool IsNew(YamlNode key, Dictionary<string, Origin> seen)
    {
        if (key is not YamlScalar text)
        {
            _bag.Error("ORC1012", key.At, "expected a key to be text, got: a list or a map", "write one word and ':'");
            return false;
        }

        if (seen.TryAdd(text.Text, text.At))
        {
            return true;
        }

        _bag.Error("ORC1006", text.At, $"the key '{text.Text}' stands twice in one map, first at "
            + $"{seen[text.Text]}", "keep one of the two", SyntaxMistake.Comment(_file, text.At));
        return false;
    }

    private void Open(bool isFlow, char bracket, Origin at)
    {
        if (isFlow)
        {
            _brackets.Push((bracket, at));
        }
    }

    private void Close(bool isFlow)
    {
        if (isFlow)
        {
            _brackets.Pop();
        }
    }

    private Origin At(Mark mark) => new(_file.Path, (int)mark.Line, (int)mark.Column);

    private int Length(ParsingEvent happened) => happened.Start.Line == happened.End.Line
        ? (int)(happened.End.Column - happened.Start.Column)
        : Math.Max(0, (_file.Line((int)happened.Start.Line)?.Length ?? 0) - (int)happened.Start.Column + 1);

    /// <summary>Ends the reading of one file after a limit was reported.</summary>
    private sealed class LimitReached : Exception;
}
