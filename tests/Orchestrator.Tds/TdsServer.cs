using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Tds;

/// <summary>
/// A server that speaks SQL Server's protocol over a loopback socket and answers as a test tells it, so that the real
/// client and its bulk copy run over the real wire.
/// </summary>
/// <example>
/// Two lines let a bulk copy run; the table's rows tell what arrived, the recorder what was sent:
/// <code>
/// using var server = TdsServer.Start();
/// var table = server.Table("dbo.Customer", "Id int not null", "Name nvarchar(50)");
///
/// // ... the code under test opens server.ConnectionString and loads ...
///
/// Assert.That(table.Rows, Is.EqualTo(new object?[][] { [1, "Ann"], [2, null] }));
/// Assert.That(server.Recorder.Text, Is.EqualTo(approved));
/// </code>
/// Answers are declared by statement, expression or procedure; the one declared last goes first:
/// <code>
/// server.On("select count(*) from dbo.Customer", reply => reply.Value("int", table.Rows.Count));
/// server.On(new Regex("^update "), reply => reply.Deadlock()).Once();
/// server.OnProcedure("dbo.Close", (call, reply) => reply.Output("@rows", (int)call["@day"]!).Return(1));
/// </code>
/// Faults come at the moment that the script chooses:
/// <code>
/// server.OnLogin((login, reply) => reply.Error(ServerErrors.LoginFailed(login.User))).Times(2);
/// server.OnBulk("dbo.Customer", (load, reply) => { load.Read(1000); reply.Cut(); }).Once();
/// server.OnCommit(reply => reply.Cut()).Once();               // lost before the commit
/// server.OnCommit(reply => reply.Commit().Cut()).Once();      // committed, and the client never hears of it
/// server.On("exec slow", reply => reply.Wait(gate).Done(1));  // await gate.Reached; ...; gate.Open();
/// </code>
/// </example>
/// <remarks>
/// <para>Each statement is read by Microsoft's parser when the server is disposed of: a test that sent what is no
/// T-SQL of each version that the engine goes to fails then, unless its script refused it as SQL Server does (errors
/// 101 to 199).</para>
/// <para>What no handler takes is refused with error 50000, which quotes it. The server itself answers logins,
/// transactions (by the client's object or in words), bulk copies into declared tables, USE, KILL, SET, @@spid,
/// @@trancount and application locks, unless a handler does.</para>
/// <para>Handlers run on the thread of the session that asks, one at a time for each session. What they throw goes to
/// the client as error 50001 and to <see cref="Failures"/>. They wait at a <see cref="Gate"/> only: it hears a client
/// that cancels, and is left when the server is disposed of.</para>
/// <para>Declared types are those of T-SQL, with <c>collate</c> where the default SQL_Latin1_General_CP1_CI_AS does not
/// do. Values come and go as bool, byte, short, int, long, decimal (SqlDecimal beyond 28 digits), float, double,
/// DateOnly, TimeSpan, DateTime, DateTimeOffset, string, byte[], Guid, <see cref="VariantValue"/> and null.</para>
/// </remarks>
public sealed class TdsServer : Script, IDisposable
{
    internal const string Name = "TDS";

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Lock _lock = new();
    private readonly Lock _up = new();
    private readonly Thread _accepting;
    private readonly List<Conversation> _conversations = [];
    private readonly List<Thread> _threads = [];
    private readonly Dictionary<string, Table> _tables = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<Exception> _failures = [];
    private readonly List<string> _unanswered = [];
    private readonly HashSet<string> _statements = new(StringComparer.Ordinal);
    private bool _isOver;

    private TdsServer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        BuiltIn.Declare(this);
        _accepting = new Thread(Accept) { IsBackground = true, Name = "TDS" };
    }

    /// <summary>The port on the loopback address.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    /// <summary>What a client needs to connect; not pooled, not encrypted, without a second try.</summary>
    public string ConnectionString => ConnectionTo(Port);

    /// <summary>The largest packet that a client gets, in bytes, 512 to 32,767. Default: what it asks for.</summary>
    public int PacketSizeMax { get; set; } = 32_767;

    /// <summary>What the clients sent.</summary>
    public Recorder Recorder { get; } = new();

    /// <summary>The connections so far, also those that are closed.</summary>
    public IReadOnlyList<Session> Sessions => Locked(() => _conversations.ConvertAll(one => one.Session));

    /// <summary>What handlers threw, and what this server could not read.</summary>
    public IReadOnlyList<Exception> Failures => Locked(() => _failures.ToArray());

    /// <summary>What no handler took.</summary>
    public IReadOnlyList<string> Unanswered => Locked(() => _unanswered.ToArray());

    /// <summary>
    /// What no version of Microsoft's parser takes, of all that clients sent; without what the script itself refused
    /// for its syntax.
    /// </summary>
    public IReadOnlyList<string> Unparsed =>
        [.. Locked(() => _statements.ToArray()).Select(SqlSyntax.Refusal).OfType<string>()];

    /// <summary>Starts a server on a free port.</summary>
    public static TdsServer Start()
    {
        var server = new TdsServer();
        server._accepting.Start();
        return server;
    }

    /// <summary>Declares a table: <c>Table("dbo.T", "Id int not null", "Name varchar(20)")</c>.</summary>
    public Table Table(string name, params string[] columns)
    {
        var table = new Table(name, columns);
        Locked(() => _tables[table.Name] = table);
        return table;
    }

    /// <summary>Cuts every connection, as a server that restarts does; new ones are welcome.</summary>
    public void CutAll()
    {
        foreach (var session in Sessions)
        {
            session.Cut();
        }
    }

    /// <summary>
    /// Cuts every connection, waits until all of them have ended, and does something before new ones are welcome. Not
    /// to be called by a handler, which would wait for itself.
    /// </summary>
    public void Restart(Action whileDown)
    {
        lock (_up)
        {
            EndAll();
            whileDown();
        }
    }

    /// <summary>Cuts every connection and returns when all threads have ended.</summary>
    /// <exception cref="InvalidOperationException">A client sent what is no T-SQL.</exception>
    public void Dispose()
    {
        Locked(() => _isOver = true);
        _listener.Dispose();
        _accepting.Join();
        EndAll();
        if (Unparsed is { Count: > 0 } refused)
        {
            Locked(_statements.Clear);
            throw new InvalidOperationException(
                $"the server was sent what no SQL Server would take: {string.Join("\n", refused)}");
        }
    }

    internal static string ConnectionTo(int port) =>
        $"Server=tcp:127.0.0.1,{port};Database=Staging;User ID=loader;Password=secret;Application Name=tests;"
        + "Encrypt=Optional;Pooling=false;ConnectRetryCount=0";

    internal Table? FindTable(string name) => Locked(() => _tables.GetValueOrDefault(Tds.Name.Full(name)));

    internal void Refused(Request request) => Locked(() => _unanswered.Add(request.ToString()!));

    internal void Took(string statement) => Locked(() => _statements.Add(statement));

    internal void Fail(Exception failure) => Locked(() => _failures.Add(failure));

    private void EndAll()
    {
        CutAll();
        foreach (var thread in Locked(() => _threads.ToArray()))
        {
            thread.Join();
        }

        Locked(_threads.Clear);
    }

    private void Accept()
    {
        try
        {
            while (true)
            {
                var socket = _listener.Accept();
                lock (_up)
                {
                    Serve(socket);
                }
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The server was disposed of.
        }
    }

    private void Serve(Socket socket)
    {
        socket.NoDelay = true;
        var isOver = Locked(() =>
        {
            _conversations.Add(new(this, socket, _conversations.Count + 1));
            return _isOver;
        });
        if (isOver)
        {
            socket.Dispose();
            return;
        }

        StartThread(_conversations[^1].Run);
    }

    private void StartThread(ThreadStart run)
    {
        var thread = new Thread(run) { IsBackground = true, Name = "TDS" };
        Locked(() => _threads.Add(thread));
        thread.Start();
    }

    private T Locked<T>(Func<T> read)
    {
        lock (_lock)
        {
            return read();
        }
    }

    private void Locked(Action change)
    {
        lock (_lock)
        {
            change();
        }
    }
}
