using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>What all readers of one package share: its file, its connections, the paths that are taken, and what was
/// found.</summary>
internal sealed class ReadingContext(string file, ConnectionNames connections)
{
    private readonly HashSet<string> _paths = new(StringComparer.Ordinal);

    public string File { get; } = file;

    public ConnectionNames Connections { get; } = connections;

    public List<SsisFinding> Findings { get; } = [];

    /// <summary>The path, with a number behind it where another part of the package has it.</summary>
    public string Unique(string path)
    {
        var unique = path;
        for (var number = 2; !_paths.Add(unique); number++)
        {
            unique = $"{path} ({number})";
        }

        return unique;
    }

    public void Found(string code, XObject place, string message, string hint, bool isError) =>
        Findings.Add(new(code, File, SafeXml.LineOf(place), SafeXml.ColumnOf(place), message, hint, isError));
}
