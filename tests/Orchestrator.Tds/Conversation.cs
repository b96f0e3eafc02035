using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Tds;

/// <summary>Reads one client's requests, finds the script's answers and sends them, on a thread of its own.</summary>
internal sealed class Conversation
{
    private readonly TdsServer _server;
    private readonly Socket _socket;
    private readonly MessageReader _from;
    private readonly MessageWriter _to;
    private readonly ClientEar _client;

    public Conversation(TdsServer server, Socket socket, int number)
    {
        (_server, _socket) = (server, socket);
        Session = new(number, Cut);
        (_from, _to) = (new(socket), new(socket) { Session = (ushort)Session.Id });
        _client = new(socket, _from);
    }

    public Session Session { get; }

    public void Run()
    {
        try
        {
            while (_from.TryBegin())
            {
                Serve();
            }
        }
        catch (Exception e) when (e is ConnectionEndedException or SocketException or ObjectDisposedException)
        {
            // The client went away or the script cut the connection: both are how sessions end.
        }
        catch (InvalidDataException e)
        {
            _server.Fail(e);
        }
        finally
        {
            Session.Close();
            _socket.Dispose();
            Record("closed");
        }
    }

    /// <summary>From another thread: the client sees the connection reset.</summary>
    private void Cut()
    {
        _client.Cut();
        _socket.Close(timeout: 0);
    }

    private void Serve()
    {
        Reset();
        try
        {
            Dispatch();
        }
        catch (MessageIgnoredException)
        {
            Record("taken back");
        }
        catch (AttentionException)
        {
            _from.Skip(long.MaxValue);
            Record("attention");
            _to.Done(new(DoneToken.Batch, DoneStatus.Attention, DoneCommand.None, 0), isLast: true);
            _to.End();
        }
    }

    private void Dispatch()
    {
        switch (_from.Type)
        {
            case PacketType.PreLogin:
                PreLogin.Answer(_from, _to);
                break;
            case PacketType.Login:
                SignIn();
                break;
            case PacketType.SqlBatch:
                AllHeaders.Skip(_from);
                Answer(new Batch(Session, Encoding.Unicode.GetString(_from.Rest())));
                break;
            case PacketType.Rpc:
                AllHeaders.Skip(_from);
                Answer([.. CallReader.Read(Session, _from)]);
                break;
            case PacketType.Transaction:
                AllHeaders.Skip(_from);
                Answer(new TransactionRequest(Session, _from));
                break;
            case PacketType.BulkLoad:
                Load();
                break;
            case PacketType.Attention:
                throw new AttentionException();
            default:
                throw new InvalidDataException($"this server does not know messages of type {_from.Type}");
        }
    }

    private void SignIn()
    {
        var login = Session.Login = new(Session, _from.Rest());
        Session.Database = login.Database.Length > 0 ? login.Database : "master";
        Record(login.ToString());
        var reply = Ask(login);
        var packetSize = Math.Clamp(login.PacketSize, 512, _server.PacketSizeMax);
        if (!reply.HasError)
        {
            LoginAnswer.Write(_to, Session.Database, packetSize, login.HasFeatures);
        }

        reply.TryEnd(isLast: true);
        _to.PacketSize = packetSize;
        _to.End();
        EndIf(reply.HasError);
    }

    private void Answer(params Request[] requests)
    {
        foreach (var request in requests)
        {
            Record(request.ToString()!);
        }

        for (var i = 0; i < requests.Length; i++)
        {
            var isLast = i == requests.Length - 1;
            var reply = Ask(requests[i]);
            if (reply.TryEnd(isLast) && isLast)
            {
                _to.End();
            }

            EndIf(reply.ClosesConnection);
        }
    }

    /// <summary>The line of a load is written when it is over, because it says how many rows there were.</summary>
    private void Load()
    {
        var load = new BulkLoad(Session, Session.InsertBulk, _server.FindTable, _from);
        Reply reply;
        try
        {
            reply = Ask(load);
            load.Drop();
        }
        finally
        {
            Record(load.ToString());
        }

        if (reply.TryEnd(isLast: true))
        {
            _to.End();
        }

        EndIf(reply.ClosesConnection);
    }

    private Reply Ask(Request request)
    {
        var reply = new Reply(request, _to, _client);
        try
        {
            _server.Find(request)!.Answer(request, reply);
        }
        catch (Exception e) when (e is not (AttentionException or MessageIgnoredException or ConnectionEndedException
            or SocketException or ObjectDisposedException))
        {
            _server.Fail(e);
            reply.Error(50001, $"the script's answer failed: {e.Message}");
        }
        finally
        {
            Note(request, reply);
        }

        return reply;
    }

    // What the client says by itself before a bulk copy is its own: the parser lacks options of INSERT BULK.
    private void Note(Request request, Reply reply)
    {
        if (request is { Sql: { } sql } and not (Batch { AsksAbout: not null } or Batch { IsInsertBulk: true })
            && !reply.RefusesSyntax)
        {
            _server.Took(sql);
        }
    }

    /// <summary>A pooled connection is given out again: its first request asks for a fresh session.</summary>
    private void Reset()
    {
        var keepsTransaction = _from.FirstStatus.HasFlag(PacketStatus.ResetConnectionKeepTransaction);
        if (!keepsTransaction && !_from.FirstStatus.HasFlag(PacketStatus.ResetConnection))
        {
            return;
        }

        Record(keepsTransaction ? "reset, the transaction stays" : "reset");
        if (!keepsTransaction)
        {
            Session.EndTransaction(isCommitted: false);
        }

        var database = Session.Login!.Database;
        if (Session.Database != database)
        {
            _to.Environment(EnvironmentChange.Database, database, Session.Database);
            Session.Database = database;
        }

        _to.Environment(EnvironmentChange.ResetConnection, "", "");
    }

    private static void EndIf(bool isOver)
    {
        if (isOver)
        {
            throw new ConnectionEndedException();
        }
    }

    private void Record(string line) => _server.Recorder.Add(Session.Number, line);
}
