using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Connections as expressions make them: these say more than what stands there at design time.</summary>
internal static class ConnectionExpressions
{
    private const string Whole = "ConnectionString";

    /// <summary>The connection with what its expressions come to, and whether somebody gives a part of it before the
    /// run that nobody here knows.</summary>
    /// <exception cref="OpenException">Only the run knows where it leads to.</exception>
    public static (SsisConnection Connection, bool IsGiven) Of(
        SsisConnection connection, PackageValues values, string path)
    {
        var isGiven = false;
        string? Said(string property)
        {
            if (connection.Expressions.FirstOrDefault(each => each.Property == property)?.Expression is not { } written)
            {
                return null;
            }

            if (values.Constant(path, written) is { } constant)
            {
                return ImportedTypes.Text(constant);
            }

            if (!values.IsKnownBefore(path, written))
            {
                throw Late(connection, written);
            }

            isGiven = true;
            return null;
        }

        var made = Said(Whole) is { } text && text.Trim().Length > 0
            ? ConnectionReader.With(connection, text) : connection;
        return (made with
        {
            Server = Said("ServerName") ?? made.Server,
            Database = Said("InitialCatalog") ?? made.Database,
            User = made.IsIntegrated ? "" : Said("UserName") ?? made.User,
        }, isGiven);
    }

    /// <summary>The dialects of those connections of which an expression makes the whole string.</summary>
    public static Dictionary<string, SsisSqlDialect> Dialects(
        IEnumerable<SsisConnection> connections, PackageValues values, string path)
    {
        var found = new Dictionary<string, SsisSqlDialect>(StringComparer.Ordinal);
        foreach (var connection in connections.DistinctBy(each => each.Name).Where(each =>
            each.Expressions.Any(one => one.Property == Whole)))
        {
            if (Dialect(connection, values, path) is { } dialect)
            {
                found[connection.Name] = dialect;
            }
        }

        return found;
    }

    // Whose place only the run knows is told of where somebody works there.
    private static SsisSqlDialect? Dialect(SsisConnection connection, PackageValues values, string path)
    {
        try
        {
            return ConnectionDialects.Of(Of(connection, values, path).Connection);
        }
        catch (OpenException)
        {
            return null;
        }
    }

    private static OpenException Late(SsisConnection connection, string expression) => new(
        SsisOpenCodes.Connection,
        $"only the run knows where the connection '{connection.Name}' leads to: a connection is known before it",
        expression, SsisOpenCodes.Hour);
}
