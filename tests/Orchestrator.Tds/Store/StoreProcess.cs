using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Orchestrator.Tds;

/// <summary>
/// A <see cref="TableStore"/> in a process of its own, so that it outlives whoever loads into it. Each member asks the
/// process and waits for its answer; used by one thread at a time.
/// </summary>
/// <example>
/// <code>
/// using var server = StoreProcess.Start();
/// server.Run("CREATE TABLE [dbo].[t] ([id] int, [name] varchar(70))");
///
/// // ... the executable loads server.ConnectionString and is killed ...
///
/// server.Crash();
/// Assert.That(server["Staging"], Is.EqualTo("FORCED"));
/// Assert.That(server.Rows("dbo.t", "id"), Is.Empty);
/// </code>
/// </example>
public sealed class StoreProcess : IDisposable
{
    private readonly Process _process;

    private StoreProcess(Process process, int port) => (_process, Port) = (process, port);

    /// <summary>The port on the loopback address.</summary>
    public int Port { get; }

    /// <summary>What the engine needs to connect to the database Staging; any password will do.</summary>
    public string ConnectionString =>
        $"Server=tcp:127.0.0.1,{Port};Database=Staging;User ID=loader;Password=s3cret;Encrypt=Optional";

    /// <summary>The setting DELAYED_DURABILITY of a database.</summary>
    public string this[string database]
    {
        get => Ask("setting", database)[0];
        set => Ask("set", database, value);
    }

    /// <summary>The tables, as [schema].[name].</summary>
    public IReadOnlyList<string> Tables => Ask("tables");

    /// <summary>Flushes that worked so far.</summary>
    public int Flushes => int.Parse(Ask("flushes")[0], CultureInfo.InvariantCulture);

    /// <summary>What the server could not do, and the statements that it has no answer to.</summary>
    public IReadOnlyList<string> Failures => Ask("failures");

    /// <summary>Starts the process and waits until it listens.</summary>
    public static StoreProcess Start()
    {
        var (process, port) = ServerProcess.Launch(["store"]);
        return new(process, port);
    }

    /// <summary>The server goes down and comes back on the same port, without what was not on disk.</summary>
    public void Crash() => Ask("crash");

    /// <summary>Runs CREATE TABLE.</summary>
    public void Run(string sql) => Ask("run", sql);

    /// <summary>Rows of a table by the first of these columns, each as text with commas; empty for NULL.</summary>
    public IReadOnlyList<string> Rows(string table, params string[] columns) => Ask(["rows", table, .. columns]);

    /// <summary>The next change of a setting is refused so.</summary>
    public void Refuse(int number, string text) =>
        Ask("refuse", number.ToString(CultureInfo.InvariantCulture), text);

    /// <summary>So many changes from now on find other sessions in the way.</summary>
    public void Block(int times) => Ask("block", times.ToString(CultureInfo.InvariantCulture));

    /// <summary>The next flush does nothing and returns this code.</summary>
    public void FailFlush(int code) => Ask("fail-flush", code.ToString(CultureInfo.InvariantCulture));

    /// <summary>Whether users may alter databases.</summary>
    public void Grant(bool mayAlter) => Ask("grant", mayAlter ? "alter" : "");

    /// <summary>Something stands in the way from now on: see <see cref="DelayedDurability.Obstruct"/>.</summary>
    public void Obstruct(string what, string detail = "") => Ask("obstruct", what, detail);

    /// <summary>What clients sent whose text holds this, in order.</summary>
    public IReadOnlyList<string> Sent(string text) => Ask("sent", text);

    /// <summary>Ends the process and waits until it has ended.</summary>
    public void Dispose() => ServerProcess.End(_process);

    private string[] Ask(params string[] words)
    {
        _process.StandardInput.WriteLine(JsonSerializer.Serialize(words));
        var answer = JsonSerializer.Deserialize<string[]>(_process.StandardOutput.ReadLine()
            ?? throw new InvalidOperationException("the server's process has ended"))!;
        return answer is ["", .. var lines] ? lines : throw new InvalidOperationException(answer[0]);
    }
}
