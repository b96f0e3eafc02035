using System.Data.Common;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>Each construct of SSIS that has words here, on one platform: what its night leaves.</summary>
internal abstract class ConstructTests
{
    /// <summary>The platform as metadata call it.</summary>
    protected abstract string Platform { get; }

    [TestCaseSource(typeof(ConstructCases), nameof(ConstructCases.All))]
    public void Its_night_leaves_what_it_means(Construct construct)
    {
        if (construct.LeftOut(Platform) is { } why)
        {
            Assert.Ignore(why);
        }

        using var night = new ConstructNight(construct, Place, Variables);
        Execute(night, construct.Statements("setup", Platform));

        var run = night.Call(["run", .. construct.Arguments]);
        if (Between(construct, night))
        {
            // Who goes on with a night has one that failed; another night follows one that did not.
            Assert.That(run.ExitCode == 0, Is.EqualTo(construct.Again == "run"), run.Out + run.Error);
            run = night.Call([construct.Again, .. construct.Arguments]);
        }

        Assert.That(run.ExitCode, Is.EqualTo(construct.ExitCode), run.Out + run.Error);
        foreach (var (connection, sql, rows) in construct.Questions)
        {
            Assert.That(Rows(night, connection, sql), Is.EqualTo(rows), sql);
        }

        CheckFiles(construct, night);
    }

    /// <summary>The keys that say where a database is.</summary>
    protected abstract string Place(string connection);

    /// <summary>What the command finds around it.</summary>
    protected virtual Dictionary<string, string> Variables => [];

    /// <summary>A session with a database of a night, closed.</summary>
    protected abstract DbConnection Session(ConstructNight night, string connection);

    private static void CheckFiles(Construct construct, ConstructNight night)
    {
        foreach (var (file, text) in construct.All("leaves"))
        {
            Assert.That(night.Read(file), Is.EqualTo(text), file);
        }

        foreach (var (file, why) in construct.All("gone"))
        {
            Assert.That(night.Read(file), Is.Null, $"{file}: {why}");
        }

        foreach (var (_, text) in construct.All("heard"))
        {
            Assert.That(night.Heard(), Has.Some.Contains(text));
        }
    }

    /// <summary>What happens between two nights; false = there is one night alone.</summary>
    private bool Between(Construct construct, ConstructNight night)
    {
        var statements = construct.Statements("then", Platform).ToArray();
        var files = construct.All("next").ToArray();
        Execute(night, statements);
        night.Write(files);
        return statements.Length + files.Length > 0;
    }

    private void Execute(ConstructNight night, IEnumerable<(string Connection, string Sql)> statements)
    {
        foreach (var (connection, sql) in statements)
        {
            using var session = Session(night, connection);
            session.Open();
            using var command = session.CreateCommand();
            command.CommandText = sql;
            command.ExecuteNonQuery();
        }
    }

    /// <summary>The rows, their values joined by '|'.</summary>
    private string[] Rows(ConstructNight night, string connection, string sql)
    {
        using var session = Session(night, connection);
        session.Open();
        using var command = session.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount)
                .Select(place => reader.IsDBNull(place) ? "NULL" : $"{reader.GetValue(place)}")));
        }

        return [.. rows];
    }
}
