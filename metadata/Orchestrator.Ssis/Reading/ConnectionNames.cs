using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>Finds connections by all that files name them by: a GUID, a name, a path of the package or the project.
/// </summary>
internal sealed class ConnectionNames
{
    private readonly Dictionary<string, SsisConnection> _byId = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, SsisConnection> _byName = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>A package's own connections go before those of its project.</summary>
    public ConnectionNames(IEnumerable<SsisConnection> own, IEnumerable<SsisConnection> shared)
    {
        foreach (var connection in own.Concat(shared))
        {
            _byName.TryAdd(connection.Name, connection);
            if (connection.Id.Length > 0)
            {
                _byId.TryAdd(connection.Id, connection);
            }
        }
    }

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
