using Npgsql;
using NpgsqlTypes;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>Sessions whose statements are looked at, and who looks.</summary>
internal static class Watching
{
    /// <summary>A session of its own.</summary>
    public static NpgsqlConnection Session(TestDatabase database, string more = "")
    {
        var session = new NpgsqlConnection(database.ConnectionString + ";Pooling=false" + more);
        session.Open();
        return session;
    }

    /// <summary>
    /// Runs a statement that may be refused. With a parameter by place the client does not cut it, and the server's
    /// view has it also where it is refused.
    /// </summary>
    public static void Try(NpgsqlConnection session, string text)
    {
        try
        {
            using var command = new NpgsqlCommand(text, session) { CommandTimeout = 1 };
            command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = 0, NpgsqlDbType = NpgsqlDbType.Bigint });
            command.ExecuteNonQuery();
        }
        catch (Exception refused) when (refused is NpgsqlException or InvalidOperationException)
        {
            Assert.That(refused.Message, Is.Not.Empty);
        }
    }

    /// <summary>Who looks at the statements of a database.</summary>
    public static IQueryPlans Plans(string connectionString) => TestDatabase.Platform.OpenQueryPlans(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = connectionString },
        new DatabaseUse { IsTarget = false, Time = TimeProvider.System, Application = "orchestrator monitor" })!;
}
