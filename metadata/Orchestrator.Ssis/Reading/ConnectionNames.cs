using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>Finds connections by all that files name them by: a GUID, a name, a path of the package or the project.
/// </summary>
internal sealed class ConnectionNames
{
    private const string OfProject = "Project.ConnectionManagers[";

    private readonly Dictionary<string, SsisConnection> _byId = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, SsisConnection> _byName = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>A package's own connections go before those of its project.</summary>
    /// <param name="own">Those of the package.</param>
    /// <param name="shared">Those of its project.</param>
    /// <param name="said">What the package itself says by which GUID it means which of them.</param>
    public ConnectionNames(
        IEnumerable<SsisConnection> own, IEnumerable<SsisConnection> shared,
        IEnumerable<(string Id, string Name)>? said = null)
    {
        foreach (var connection in own.Concat(shared))
        {
            _byName.TryAdd(connection.Name, connection);
            if (connection.Id.Length > 0)
            {
                _byId.TryAdd(connection.Id, connection);
            }
        }

        foreach (var (id, name) in said ?? [])
        {
            if (_byName.TryGetValue(name, out var meant) && (meant.Id.Length == 0 || !_byId.ContainsKey(id)))
            {
                _byId[id] = meant;
            }
        }
    }

    /// <summary>The connections of the project that flows name both by GUID and by path: tasks name theirs by GUID
    /// alone.</summary>
    public static IReadOnlyList<(string Id, string Name)> SaidBy(XElement package) =>
    [
        .. (from connection in package.Descendants("connection")
            let id = connection.Attribute("connectionManagerID")?.Value.Trim() ?? ""
            let end = id.IndexOf('}', StringComparison.Ordinal)
            let path = connection.Attribute("connectionManagerRefId")?.Value.Trim() ?? ""
            where id.StartsWith('{') && end > 0 && path.StartsWith(OfProject, StringComparison.Ordinal)
                && path.EndsWith(']')
            select (id[..(end + 1)], path[OfProject.Length..^1])).Distinct(),
    ];

    /// <summary>The connection that is meant; null where there is none.</summary>
    /// <param name="written">`{GUID}`, `{GUID}:external`, `Package.ConnectionManagers[X]`, `X`.</param>
    public SsisConnection? Find(string written)
    {
        var name = written.Trim();
        if (name.StartsWith('{') && name.IndexOf('}', StringComparison.Ordinal) is var end and > 0
            && _byId.TryGetValue(name[..(end + 1)], out var found))
        {
            return found;
        }

        var open = name.IndexOf(".ConnectionManagers[", StringComparison.Ordinal);
        if (open >= 0 && name.EndsWith(']'))
        {
            name = name[(open + ".ConnectionManagers[".Length)..^1];
        }

        return _byName.GetValueOrDefault(name);
    }

    /// <summary>The name of the connection that is meant; as written where there is none.</summary>
    public string NameOf(string? written) =>
        string.IsNullOrWhiteSpace(written) ? "" : Find(written)?.Name ?? written.Trim();
}
