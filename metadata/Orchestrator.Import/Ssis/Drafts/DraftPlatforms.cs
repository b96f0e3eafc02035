using Orchestrator.Metadata.Model;
using Orchestrator.Ssis.Expressions.Generation;

namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>The platforms that connections of packages lead to here.</summary>
internal static class DraftPlatforms
{
    /// <summary>Of the databases that nearly all packages read and write.</summary>
    public const string Server = nameof(Platform.SqlServer);

    /// <summary>Of databases that drivers for it lead to.</summary>
    public const string Postgres = nameof(Platform.PostgreSql);

    /// <summary>The same of this one.</summary>
    public const string Maria = nameof(Platform.MariaDb);

    /// <summary>Of folders.</summary>
    public const string Folder = nameof(Platform.Files);

    /// <summary>Of what needs some database and has none, and of drivers for it.</summary>
    public const string Local = nameof(Platform.Sqlite);

    /// <summary>The dialect of <see cref="Server"/>.</summary>
    public const SsisSqlDialect Dialect = SsisSqlDialect.SqlServer;

    /// <summary>The dialect of <see cref="Local"/>.</summary>
    public const SsisSqlDialect LocalDialect = SsisSqlDialect.Sqlite;
}
