using Npgsql;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>What a connection is opened with, beside what its connection string says.</summary>
internal sealed class OpeningSettingsTests
{
    // With it the client tries twice, and has waited for ever where the time was all but over at the second.
    [Test]
    public void Encryption_by_GSS_is_not_tried_where_nobody_asks_for_it() =>
        Assert.That(Of("Host=db").GssEncryptionMode, Is.EqualTo(GssEncryptionMode.Disable));

    [Test]
    public void Encryption_by_GSS_is_tried_where_the_connection_string_asks_for_it() =>
        Assert.That(Of("Host=db;GSS Encryption Mode=Require").GssEncryptionMode,
            Is.EqualTo(GssEncryptionMode.Require));

    private static NpgsqlConnectionStringBuilder Of(string connectionString)
    {
        using var connection = PostgreSqlPlatform.Connection(
            new DatabaseAddress { Connection = "Target", ConnectionString = connectionString });
        return new NpgsqlConnectionStringBuilder(connection.ConnectionString);
    }
}
