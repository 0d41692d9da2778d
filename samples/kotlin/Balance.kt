import java.util.concurrent.Executors
import kotlin.concurrent.thread
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/**
 * An account that threads and coroutines add to. The argument says how; "threads" and "coroutines" are wrong, "locked"
 * and "confined" are right.
 *
 *   kotlinc Balance.kt -cp kotlinx-coroutines-core-jvm.jar -d out
 *   ./clew check -cp out:kotlin-stdlib.jar:kotlinx-coroutines-core-jvm.jar BalanceKt -- coroutines
 */
data class Account(var balance: Int = 0) {
  fun pay() {
    balance++
  }
}

fun main(args: Array<String>) {
  val account = Account()
  when (args[0]) {
    "threads" -> List(2) { thread { account.pay() } }.forEach { it.join() }
    "locked" -> List(2) { thread { synchronized(account) { account.pay() } } }.forEach { it.join() }
    "coroutines" -> onPool(2) { pool -> listOf(launch(pool) { account.pay() }, launch(pool) { account.pay() }).joinAll() }
    "confined" -> onPool(1) { pool -> repeat(2) { withContext(pool) { account.pay() } } }
  }
  check(account.balance == 2) { "the balance is ${account.balance}" }
}

private fun onPool(
  threads: Int,
  work: suspend CoroutineScope.(CoroutineDispatcher) -> Unit,
) = Executors.newFixedThreadPool(threads).asCoroutineDispatcher().use { pool -> runBlocking { work(pool) } }
